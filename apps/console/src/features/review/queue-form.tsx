import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import type { InteractionSearch } from '../interactions/filter.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { metricsQuery } from '../metrics/queries.js';
import { modelsQuery } from '../models/queries.js';
import { changesOf } from '../resource/changes.js';
import { ChoiceField } from '../resource/choice.js';
import { failedReads } from '../resource/failed-reads.js';
import { errorAt } from '../resource/field-errors.js';
import { FormDialog } from '../resource/form-dialog.js';
import { KeyAndName } from '../resource/key-and-name.js';
import styles from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import { kinds } from './kinds.js';
import { createQueue, reviewKey, updateQueue, type Queue } from '../review-queues/queries.js';
import { changeableFields, draftOf, draftProblem, queueBody, withKind, type QueueDraft } from './queue-draft.js';
import { SourceFields } from './source-fields.js';

/** Props of {@link QueueForm}. */
export interface QueueFormProps {
  readonly project: string;
  /** Null for a new queue. */
  readonly queue: Queue | null;
  /** Filter of interactions that a new queue starts with. */
  readonly filter: InteractionSearch | undefined;
  readonly onClose: () => void;
}

const fields = ['key', 'name', 'kind', 'metric', 'source', 'reviews_per_item', 'lease_seconds'];

/** The form of a review queue. */
export function QueueForm({ project, queue, filter, onClose }: QueueFormProps) {
  const [draft, setDraft] = useState(() => draftOf(queue, filter));
  const change = (changes: Partial<QueueDraft>) => setDraft((old) => ({ ...old, ...changes }));
  const { mutate, isPending, error } = useWrite<QueueDraft, Queue>({
    send: (input, key) => {
      const body = queueBody(input, Date.now());
      return queue === null
        ? createQueue(project, body, key)
        : updateQueue(project, queue.id, changesOf(queue, changeableFields(body)), key);
    },
    invalidates: reviewKey(project),
    onDone: ({ name }) => {
      showToast(queue === null ? `Created the queue ${name}.` : `Saved the queue ${name}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={queue === null ? 'New queue' : `Queue ${queue.name}`}
      submitLabel={queue === null ? 'Create queue' : 'Save'}
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={fields}
      isDisabled={draftProblem(draft) !== null}
    >
      <KeyAndName {...{ draft, change, error }} keyHint="For its address" />
      <WithLists project={project}>
        <ChoiceField
          label="What people do"
          choices={kinds}
          value={draft.kind}
          onChange={(kind) => setDraft(withKind(draft, kind))}
          error={errorAt(error, 'kind')}
          isDisabled={queue !== null}
        />
        <MetricField {...{ project, draft, change, error }} isNew={queue === null} />
        <SourceFields {...{ project, draft, change, error }} />
        <Reviewing {...{ draft, change, error }} />
      </WithLists>
    </FormDialog>
  );
}

/** The fields that choose from lists, once these are known: a list without entries does not open. */
function WithLists({ project, children }: { readonly project: string; readonly children: ReactNode }) {
  const lists = [useQuery(metricsQuery(project)), useQuery(modelsQuery(project)), useQuery(campaignsQuery(project))];
  const { error, retry } = failedReads(lists);
  if (error !== null) return <ErrorNote error={error} onRetry={retry} />;
  if (lists.some(({ data }) => data === undefined)) return <Loading label="Loading metrics, models and campaigns" />;
  return children;
}

/** Props of a part of the form. */
export interface QueueFieldsProps {
  readonly draft: QueueDraft;
  readonly change: (changes: Partial<QueueDraft>) => void;
  readonly error: unknown;
}

function MetricField({
  project,
  draft,
  change,
  error,
  isNew,
}: QueueFieldsProps & { readonly project: string; readonly isNew: boolean }) {
  const { data: metrics } = useQuery(metricsQuery(project));
  if (metrics?.length === 0)
    return (
      <p className={styles.error}>
        A queue needs a metric, and the project has none.{' '}
        <Link to="/$project/metrics" params={{ project }} search={{ new: true }}>
          Create a metric
        </Link>
      </p>
    );
  return (
    <Select
      label="Metric"
      options={(metrics ?? []).map(({ key, name, kind }) => ({
        id: key,
        label: name,
        detail: kind === 'bool' ? 'yes or no' : 'number',
      }))}
      value={draft.metric === '' ? null : draft.metric}
      onChange={(metric) => change({ metric })}
      error={errorAt(error, 'metric')}
      isDisabled={!isNew}
    />
  );
}

const reviewCounts = ['1', '2', '3', '4', '5'].map((id) => ({ id, label: id }));

function Reviewing({ draft, change, error }: QueueFieldsProps) {
  return (
    <div className={styles.row}>
      <Select
        label="Reviews of each item"
        options={reviewCounts}
        value={draft.reviews}
        onChange={(reviews) => change({ reviews })}
        error={errorAt(error, 'reviews_per_item')}
      />
      <TextField
        label="Minutes for an item"
        type="number"
        value={draft.minutes}
        onChange={(minutes) => change({ minutes })}
        hint="Then others get it. 1 to 60"
        error={errorAt(error, 'lease_seconds')}
      />
    </div>
  );
}
