import { useState } from 'react';
import { TextField } from '../../ui/field.js';
import { showToast } from '../../ui/toasts.js';
import { changesOf } from '../resource/changes.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt } from '../resource/field-errors.js';
import { FormDialog } from '../resource/form-dialog.js';
import { KeyAndName } from '../resource/key-and-name.js';
import { useWrite } from '../resource/use-write.js';
import { kinds } from './kinds.js';
import { createMetric, metricsKey, updateMetric, type Metric } from './queries.js';

const scoringTypes = [
  { id: 'higher_is_better', label: 'Higher is better' },
  { id: 'lower_is_better', label: 'Lower is better' },
] as const;

interface MetricDraft {
  readonly key: string;
  readonly name: string;
  readonly kind: Metric['kind'];
  readonly scoring_type: Metric['scoring_type'];
  readonly description: string;
}

function draftOf(metric: Metric | null): MetricDraft {
  return {
    key: metric?.key ?? '',
    name: metric === null || metric.name === metric.key ? '' : metric.name,
    kind: metric?.kind ?? 'bool',
    scoring_type: metric?.scoring_type ?? 'higher_is_better',
    description: metric?.description ?? '',
  };
}

/** The form of a metric; of a new one without a metric. */
export function MetricForm({
  project,
  metric,
  onClose,
}: {
  readonly project: string;
  readonly metric: Metric | null;
  readonly onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(metric));
  const change = (changes: Partial<MetricDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { mutate, isPending, error } = useWrite<MetricDraft, Metric>({
    send: (input, key) => {
      const body = { ...input, name: input.name || input.key, description: input.description || null };
      return metric === null
        ? createMetric(project, body, key)
        : updateMetric(project, metric.id, changesOf(metric, body), key);
    },
    invalidates: metricsKey(project),
    onDone: ({ key }) => {
      showToast(metric === null ? `Created the metric ${key}.` : `Saved the metric ${key}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={metric === null ? 'New metric' : `Metric ${metric.name}`}
      submitLabel={metric === null ? 'Create metric' : 'Save'}
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={['key', 'name', 'kind', 'scoring_type', 'description']}
      isDisabled={draft.key === ''}
    >
      <MetricFields {...{ draft, change, error }} isNew={metric === null} />
    </FormDialog>
  );
}

function MetricFields({
  draft,
  change,
  error,
  isNew,
}: {
  readonly draft: MetricDraft;
  readonly change: (changes: Partial<MetricDraft>) => void;
  readonly error: unknown;
  readonly isNew: boolean;
}) {
  return (
    <>
      <KeyAndName {...{ draft, change, error }} keyHint="Feedback names it" />
      <ChoiceField
        label="Values"
        choices={kinds}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        hint={isNew ? 'It cannot be changed later.' : 'Fixed. Create another metric to change it.'}
        error={errorAt(error, 'kind')}
        isDisabled={!isNew}
      />
      <ChoiceField
        label="Scoring"
        choices={scoringTypes}
        value={draft.scoring_type}
        onChange={(scoring_type) => change({ scoring_type })}
        error={errorAt(error, 'scoring_type')}
      />
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
        hint="For people who give feedback"
        error={errorAt(error, 'description')}
        multiline
      />
    </>
  );
}
