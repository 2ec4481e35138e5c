import { useState, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.js';
import { TextField, type TextFieldProps } from '../../ui/field.js';
import { Select, type Option } from '../../ui/select.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { metricsQuery, type Metric } from '../metrics/queries.js';
import { modelsQuery } from '../models/queries.js';
import { draftErrors, fromDraft, toDraft, type FilterDraft } from './draft.js';
import { finishReasons, type InteractionSearch } from './filter.js';
import styles from './filters.module.css';

/** Props of {@link FilterForm}. */
export interface FilterFormProps {
  readonly project: string;
  readonly search: InteractionSearch;
  readonly onApply: (search: InteractionSearch) => void;
}

/** The form of all filters. Nothing is read before it is applied. */
export function FilterForm({ project, search, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(() => toDraft(search));
  const [isChecked, setChecked] = useState(false);
  const { data: metrics = [] } = useQuery(metricsQuery(project));
  const isYesNo = metrics.some(({ key, kind }) => key === draft.metric && kind === 'bool');
  const bound = { type: 'number', isDisabled: draft.metric === '' } as const;
  const errors = isChecked ? draftErrors(draft) : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(draftErrors(draft)).length === 0) onApply(fromDraft(draft, search));
  };
  const field = (name: keyof FilterDraft, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      error={errors[name] ?? null}
      {...more}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Choices {...{ project, draft, metrics }} onChange={setDraft} metricError={errors.metric ?? null} />
      {isYesNo ? (
        <div className={styles.whole}>
          <Select
            label="Value"
            options={yesNo}
            value={draft.min === draft.max ? draft.min : ''}
            onChange={(value) => setDraft({ ...draft, min: value, max: value })}
          />
        </div>
      ) : (
        <>
          {field('min', 'Value from', bound)}
          {field('max', 'Value to', bound)}
        </>
      )}
      {field('user', 'User')}
      {field('session_id', 'Session', { mono: true })}
      {field('label', 'Labels', { placeholder: 'team:sales', hint: 'Several separated by commas: all are required.' })}
      {field('tag', 'Tags', { hint: 'Several separated by commas.' })}
      {field('created_after', 'Time from', { type: 'datetime-local' })}
      {field('created_before', 'Time before', { type: 'datetime-local' })}
      <div className={styles.formActions}>
        <Button onPress={() => setDraft(toDraft({}))}>Clear</Button>
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

const any: Option = { id: '', label: 'Any' };
/** Values of a metric that is true or false, as its bounds. */
const yesNo: readonly Option[] = [any, { id: '1', label: 'Yes' }, { id: '0', label: 'No' }];

function Choices({
  project,
  draft,
  metrics,
  onChange,
  metricError,
}: {
  readonly project: string;
  readonly draft: FilterDraft;
  readonly metrics: readonly Metric[];
  readonly onChange: (draft: FilterDraft) => void;
  readonly metricError: string | null;
}) {
  const models = useQuery(modelsQuery(project)).data ?? [];
  const campaigns = useQuery(campaignsQuery(project)).data ?? [];
  const choice = (name: keyof FilterDraft, label: string, ids: readonly string[], error: string | null = null) => (
    <Select
      label={label}
      options={[any, ...optionsOf(ids, draft[name])]}
      value={draft[name]}
      onChange={(id) => onChange({ ...draft, [name]: id, ...(name === 'metric' && { min: '', max: '' }) })}
      error={error}
    />
  );
  return (
    <>
      {choice(
        'model',
        'Model',
        models.map(({ key }) => key),
      )}
      {choice('finish_reason', 'Finish reason', finishReasons)}
      {choice(
        'ab_campaign',
        'Campaign',
        campaigns.map(({ key }) => key),
      )}
      {choice(
        'metric',
        'Metric',
        metrics.map(({ key }) => key),
        metricError,
      )}
    </>
  );
}

/** The choices, with the chosen one even if it exists no longer. */
function optionsOf(ids: readonly string[], chosen: string): Option[] {
  return [...new Set([...ids, chosen])].filter((id) => id !== '').map((id) => ({ id, label: id }));
}
