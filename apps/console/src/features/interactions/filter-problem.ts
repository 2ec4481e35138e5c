import { ApiError } from '../../api/api-error.js';
import { withoutField } from '../resource/field-errors.js';

const names: Readonly<Record<string, string>> = {
  text: 'Answer contains',
  model: 'Model',
  user: 'User',
  session_id: 'Session',
  ab_campaign: 'Campaign',
  metric: 'Metric',
  min: 'Value from',
  max: 'Value to',
  label: 'Label',
  tag: 'Tag',
  created_after: 'Time from',
  created_before: 'Time before',
};

/** Says which filter the interface rejects, and why; null for errors that are not of a filter. */
export function filterProblem(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.param === null) return null;
  const name = names[/^\w+/.exec(error.param)?.[0] ?? ''];
  return name === undefined ? null : `${name}: ${withoutField(error, error.param)}`;
}
