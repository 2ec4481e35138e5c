import { isComplete } from '../reading/conditions.js';
import type { Listed, Statement } from '../reading/page-query.js';
import { daysIn, partsOf, type Range } from '../statistics/statistics-query.js';

/** Before and after all interactions. */
const ever = { from: '0001-01-01T00:00:00Z', to: '9999-01-01T00:00:00Z' };

/**
 * Counts the interactions of a list by the counts of whole hours, and by rows at the ends of its time.
 * @returns null for a list with a condition that the counts do not have.
 */
export function countedHours(listed: Listed): Statement | null {
  const { projectId, filter, metric, erased, complete } = listed;
  const { session_id, user, labels, tags, text = null } = filter;
  const isCounted = [session_id, user, text, metric].every((one) => one === null);
  if (!isCounted || labels.length > 0 || tags.length > 0 || erased.length > 0) return null;
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const { model, ab_campaign, finish_reason } = filter;
  const equal = (column: string, given: string | null) => (given === null ? [] : [`r.${column} = ${value(given)}`]);
  const own = [
    `r.project_id = ${value(projectId)}`,
    ...(model === null ? [] : 'id' in model ? equal('model_id', model.id) : equal('model', model.name)),
    ...equal('ab_campaign', ab_campaign),
    ...equal('finish_reason', finish_reason),
    ...(complete === true && finish_reason === null ? [isComplete('r')] : []),
  ];
  const within = (column: string, { from, to }: Range) =>
    [...own, `r.${column} >= ${value(new Date(from))} and r.${column} < ${value(new Date(to))}`].join(' and ');
  const counts = (table: string, range: Range) =>
    `select r.n from ${table} r where r.measure = 0 and ${within('hour', range)}`;
  const { whole, edges } = partsOf({
    from: filter.created_after ?? ever.from,
    to: filter.created_before ?? ever.to,
    interval: 'day',
  });
  const parts = edges.map((edge) => `select count(*) from interactions r where ${within('created_at', edge)}`);
  if (whole !== null) {
    const { days, hours } = daysIn(whole, 'day');
    if (days !== null) parts.push(counts('interaction_day_counts', days));
    parts.push(...hours.map((range) => counts('interaction_counts', range)));
    parts.push(counts('interaction_count_changes', whole));
  }
  if (parts.length === 0) return { text: 'select 0 as count', values: [] };
  return {
    text: `select coalesce(sum(n), 0)::bigint as count from (${parts.join(' union all ')}) as parts (n)`,
    values,
  };
}
