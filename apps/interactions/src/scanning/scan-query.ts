import type { RowPosition } from '@earshot/persistence';
import { hasMark, hasValue, marksIn, ownConditions, valueConditions, type Value } from '../reading/conditions.js';
import type { Listed, Statement } from '../reading/page-query.js';

/** Which rows of an index a scan reads: those after a position, in its order. */
export interface ScanPart {
  readonly listed: Listed;
  readonly after: RowPosition | null;
  /** Most rows. */
  readonly rows: number;
}

/** A row of a scan: one that matches, or the last one. */
export interface ScannedRow {
  readonly id: string;
  readonly at: Date;
  readonly completion_id: string;
  /** From 1. */
  readonly n: number;
  readonly matches: boolean;
}

/** Scans interactions by time, the newest first, by the index of the most selective filter. */
export function historyQuery({ listed, after, rows }: ScanPart): Statement {
  const { values, value, project } = statementParametersOf(listed);
  const { table, at, id, distinct, condition } = leadOf(listed);
  const { created_after, created_before } = listed.filter;
  const conditions = [
    `project_id = ${project}`,
    ...(condition === null ? [] : [`${condition.column} = ${value(condition.equals)}`]),
    `${at} >= ${value(created_after ?? '-infinity')} and ${at} < ${value(created_before ?? 'infinity')}`,
    ...(after === null ? [] : [`(${at}, ${id}) < (${value(after.created_at)}, ${value(after.id)})`]),
  ];
  const lead = `select ${distinct} ${id} as id, ${at} as at, ${id} as completion_id, ${at} as created_at from ${table}
    where ${conditions.join(' and ')} order by ${at} desc, ${id} desc limit ${value(rows)}`;
  return { text: matching(lead, { listed, rows, order: 'desc' }, project, value), values };
}

/**
 * Scans by time of storing, the oldest first: interactions, and values of the filter's metric.
 * @param before exclusive.
 */
export function storedQuery({ listed, after, rows }: ScanPart, before: Date): Statement {
  const { values, value, project } = statementParametersOf(listed);
  const [limit, until] = [value(rows), value(before)];
  const position = after === null ? null : `(${value(after.created_at)}, ${value(after.id)})`;
  const part = (table: string, id: string, created: string, condition: string) =>
    `(select ${id} as id, stored_at as at, completion_id, ${created} as created_at from ${table}
      where ${condition} and stored_at < ${until} ${position === null ? '' : `and (stored_at, ${id}) > ${position}`}
      order by stored_at, ${id} limit ${limit})`;
  const own = `project_id = ${project}`;
  const parts = [
    part('interactions', 'completion_id', 'created_at', own),
    ...(listed.metric === null
      ? []
      : [part('feedback_values', 'id', 'completion_created_at', `${own} and metric_id = ${value(listed.metric.id)}`)]),
  ];
  const lead = `select * from (${parts.join(' union all ')}) as stored order by at, id limit ${limit}`;
  return { text: matching(lead, { listed, rows, order: 'asc' }, project, value), values };
}

function statementParametersOf({ projectId }: Listed) {
  const values: unknown[] = [];
  const value: Value = (given) => `$${values.push(given)}`;
  return { values, value, project: value(projectId) };
}

interface Lead {
  readonly table: string;
  readonly at: string;
  readonly id: string;
  readonly distinct: string;
  readonly condition: { readonly column: string; readonly equals: string } | null;
}

/** One condition, because each index has the order of the list for one. */
function leadOf({ filter, metric }: Listed): Lead {
  const order = { at: 'created_at', id: 'completion_id', distinct: '' };
  const [mark] = marksIn(filter);
  if (mark !== undefined) return { table: 'interaction_marks', ...order, condition: { column: 'mark', equals: mark } };
  if (metric !== null) {
    const at = 'completion_created_at';
    // Several users may have rated one completion.
    const distinct = `distinct on (${at}, completion_id)`;
    const condition = { column: 'metric_id', equals: metric.id };
    return { table: 'feedback_values', ...order, at, distinct, condition };
  }
  const { session_id, user: user_id, ab_campaign, model } = filter;
  const model_id = model !== null && 'id' in model ? model.id : null;
  const conditions = Object.entries({ session_id, user_id, ab_campaign, model_id }).flatMap(([column, equals]) =>
    equals === null ? [] : [{ column, equals }],
  );
  return { table: 'interactions', ...order, condition: conditions[0] ?? null };
}

interface Matching {
  readonly listed: Listed;
  readonly rows: number;
  readonly order: 'asc' | 'desc';
}

/**
 * Numbers the rows of a scan.
 * @returns those that match the filter, and the last one: a scan has a bound, however few match.
 */
function matching(lead: string, { listed, rows, order }: Matching, project: string, value: Value): string {
  const conditions = [
    `i.project_id = ${project}`,
    ...marksIn(listed.filter).map((mark) => hasMark('i', project, value(mark))),
    ...(listed.metric === null ? [] : [hasValue('i', valueConditions(listed, project, value))]),
    ...ownConditions(listed, 'i', 'i.created_at', value),
  ];
  return `with lead as materialized (${lead}),
    numbered as (select *, (row_number() over (order by at ${order}, id ${order}))::integer as n from lead),
    compared as (select numbered.*, coalesce(found.matches, false) as matches from numbered left join lateral (
      select ${conditions.join(' and ')} as matches from interactions i
      where i.completion_id = numbered.completion_id and i.created_at = numbered.created_at limit 1) as found on true)
    select id, at, completion_id, n, matches from compared where matches or n = ${value(rows)} order by n`;
}
