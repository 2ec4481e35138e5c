import { hasMark, marksIn, notErased, ownConditions, type Value } from './conditions.js';
import type { Listed, Statement } from './page-query.js';

/** The preferences of an export of pairs. */
export interface ListedPairs extends Omit<Listed, 'metric'> {
  readonly exportedAt: Date;
  /** The metric of the comparisons; null for any. */
  readonly comparedUnder: string | null;
}

/**
 * Selects the first preferences, the newest first, both of whose completions match the filter: `id`, `created_at`, the
 * `completion_id` and `created_at` of both, and their bytes.
 */
export function pairsQuery(listed: ListedPairs, limit: number): Statement {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const project = value(listed.projectId);
  const { after, comparedUnder, erased, exportedAt } = listed;
  const conditions = [
    `p.project_id = ${project} and p.stored_at <= ${value(exportedAt)}`,
    ...(comparedUnder === null ? [] : [`p.metric_id = ${value(comparedUnder)}`]),
    ...(after === null ? [] : [`(p.created_at, p.id) < (${value(after.created_at)}, ${value(after.id)})`]),
    ...(erased.length === 0 ? [] : [notErased('p', erased, value)]),
    ...chosen('i', listed, project, value),
    ...chosen('o', listed, project, value),
  ];
  const text = `select p.id, p.created_at, i.completion_id as preferred_id, i.created_at as preferred_at,
      o.completion_id as other_id, o.created_at as other_at, i.bytes + o.bytes as bytes
    from preferences p join interactions i on i.completion_id = p.preferred_id
      join interactions o on o.completion_id = p.other_id
    where ${conditions.join(' and ')} order by p.created_at desc, p.id desc limit ${value(limit)}`;
  return { text, values };
}

function chosen(of: 'i' | 'o', listed: ListedPairs, project: string, value: Value): string[] {
  return [
    `${of}.project_id = ${project}`,
    ...marksIn(listed.filter).map((mark) => hasMark(of, project, value(mark))),
    ...ownConditions(listed, of, `${of}.created_at`, value),
  ];
}
