import type { InteractionFilter } from '@earshot/contracts-interactions';
import { labelMark, tagMark } from '../rows/marks.js';
import type { Listed } from './page-query.js';

/** Adds a value to a statement. @returns its placeholder. */
export type Value = (given: unknown) => string;

/** The labels and tags of a filter. */
export function marksIn({ labels, tags }: Pick<InteractionFilter, 'labels' | 'tags'>): string[] {
  return [...labels.map(({ name, value }) => labelMark(name, value)), ...tags.map(tagMark)];
}

/** Has the label or tag. @param of alias of the interaction. */
export function hasMark(of: string, project: string, mark: string): string {
  return `exists (select from interaction_marks k where k.project_id = ${project} and k.mark = ${mark}
    and k.created_at = ${of}.created_at and k.completion_id = ${of}.completion_id)`;
}

/** Conditions of the filter's metric on a row `f` of `feedback_values`. */
export function valueConditions({ metric, exportedAt }: Listed, project: string, value: Value): string[] {
  if (metric === null) return [];
  const { id, min, max } = metric;
  const at = exportedAt === null ? null : value(exportedAt);
  return [
    `f.project_id = ${project} and f.metric_id = ${value(id)}`,
    ...(min === null ? [] : [`f.value >= ${value(min)}`]),
    ...(max === null ? [] : [`f.value <= ${value(max)}`]),
    ...(at === null ? [] : [`f.stored_at <= ${at}`]),
    notReplaced(at),
  ];
}

/** Is the latest value of its user. @param at placeholder of the time until which values count; null for all. */
export function notReplaced(at: string | null): string {
  return `not exists (select from feedback_values later where f.user_id is not null
    and later.completion_id = f.completion_id and later.metric_id = f.metric_id and later.user_id = f.user_id
    and (later.created_at, later.id) > (f.created_at, f.id)${at === null ? '' : ` and later.stored_at <= ${at}`})`;
}

/** Has a value with these conditions. @param of alias of the interaction. */
export function hasValue(of: string, conditions: readonly string[]): string {
  const own = `f.completion_id = ${of}.completion_id`;
  return `exists (select from feedback_values f where ${[own, ...conditions].join(' and ')})`;
}

/** Has these words in the beginning of its completion. @param text placeholder of a search in websearch syntax. */
export function hasText(of: string, text: string): string {
  return `${of}.words @@ websearch_to_tsquery('simple', ${text})`;
}

/**
 * Conditions on the interaction itself.
 *
 * @param of its alias.
 * @param time the column of its time in the index that the query scans.
 */
export function ownConditions(
  { filter, erased, exportedAt, complete = exportedAt !== null }: Omit<Listed, 'metric'>,
  of: string,
  time: string,
  value: Value,
): string[] {
  const { session_id, user, model, ab_campaign, finish_reason, created_after, created_before, text = null } = filter;
  const equal = (column: string, given: string | null) => (given === null ? [] : [`${of}.${column} = ${value(given)}`]);
  return [
    ...equal('session_id', session_id),
    ...equal('user_id', user),
    ...(model === null ? [] : 'id' in model ? equal('model_id', model.id) : equal('model', model.name)),
    ...equal('ab_campaign', ab_campaign),
    ...equal('finish_reason', finish_reason),
    ...(created_after === null ? [] : [`${time} >= ${value(created_after)}`]),
    ...(created_before === null ? [] : [`${time} < ${value(created_before)}`]),
    ...(text === null ? [] : [hasText(of, value(text))]),
    ...(exportedAt === null ? [] : [`${of}.stored_at <= ${value(exportedAt)}`]),
    ...(complete && finish_reason === null ? [isComplete(of)] : []),
    ...(erased.length === 0 ? [] : [notErased(of, erased, value)]),
  ];
}

/** Is complete: not cut off and no tool call. Imported answers count as complete. */
export function isComplete(of: string): string {
  return `coalesce(${of}.finish_reason, 'stop') in ('stop', 'length')`;
}

/** Belongs to no user with a pending erasure. @param of alias of a row with `user_id` and `stored_at`. */
export function notErased(of: string, erased: Listed['erased'], value: Value): string {
  const users = value(erased.map(({ userId }) => userId));
  const until = value(erased.map((one) => one.until));
  return `not exists (select from unnest(${users}::uuid[], ${until}::timestamptz[]) as e (user_id, until)
    where e.user_id = ${of}.user_id and ${of}.stored_at <= e.until)`;
}
