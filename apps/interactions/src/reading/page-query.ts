import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { Place } from '@earshot/persistence';
import { labelMark, tagMark } from '../rows/marks.js';

/** What a list is of, by ids. */
export interface Listed {
  readonly projectId: string;
  readonly filter: Omit<InteractionFilter, 'metric'>;
  readonly metric: { readonly id: string; readonly min: number | null; readonly max: number | null } | null;
  /** Who is being erased: what was stored of them until then is not there any more. */
  readonly erased: readonly { readonly userId: string; readonly until: Date }[];
  /** Where the page before ended; null for the first. */
  readonly after: Place | null;
}

/** A statement and its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Selects `completion_id`, `created_at` and `bytes` of the first interactions of a list, from the newest. It walks along the index of what is
 * rarest as a rule: a label or a tag, else the values of a metric, else one of the interactions' own; all of them are in the order of the list.
 */
export function pageQuery(listed: Listed, limit: number): Statement {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const marks = [
    ...listed.filter.labels.map(({ name, value: of }) => labelMark(name, of)),
    ...listed.filter.tags.map(tagMark),
  ];
  const project = value(listed.projectId);
  const [mark, ...otherMarks] = marks;
  const lead = leadOf(mark !== undefined, listed.metric !== null);
  const conditions = [
    `i.project_id = ${project}`,
    ...(mark === undefined ? [] : [`m.project_id = ${project} and m.mark = ${value(mark)}`]),
    ...otherMarks.map((other) => hasMark(project, value(other))),
    ...metricConditions(listed, lead.by, project, value),
    ...ownConditions(listed, lead, value),
  ];
  const text = `select ${lead.distinct} i.completion_id, i.created_at, i.bytes from ${lead.from}
    where ${conditions.join(' and ')} order by ${lead.at} desc, ${lead.id} desc limit ${value(limit)}`;
  return { text, values };
}

type Value = (given: unknown) => string;

interface Lead {
  readonly by: 'mark' | 'metric' | 'own';
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly distinct: string;
}

function leadOf(byMark: boolean, byMetric: boolean): Lead {
  if (byMark) {
    const from = 'interaction_marks m join interactions i using (completion_id, created_at)';
    return { by: 'mark', from, at: 'm.created_at', id: 'm.completion_id', distinct: '' };
  }
  if (byMetric) {
    const from = `feedback_values f
      join interactions i on i.completion_id = f.completion_id and i.created_at = f.completion_created_at`;
    const [at, id] = ['f.completion_created_at', 'f.completion_id'];
    // Several people may have said the same of one.
    return { by: 'metric', from, at, id, distinct: `distinct on (${at}, ${id})` };
  }
  return { by: 'own', from: 'interactions i', at: 'i.created_at', id: 'i.completion_id', distinct: '' };
}

function hasMark(project: string, mark: string): string {
  return `exists (select from interaction_marks o where o.project_id = ${project} and o.mark = ${mark}
    and o.created_at = i.created_at and o.completion_id = i.completion_id)`;
}

function metricConditions({ metric }: Listed, lead: Lead['by'], project: string, value: Value): string[] {
  if (metric === null) return [];
  const { id, min, max } = metric;
  const conditions = [
    `f.project_id = ${project} and f.metric_id = ${value(id)}`,
    ...(min === null ? [] : [`f.value >= ${value(min)}`]),
    ...(max === null ? [] : [`f.value <= ${value(max)}`]),
    // A later value of the same user takes the place of the earlier ones.
    `not exists (select from feedback_values later where f.user_id is not null
       and later.completion_id = f.completion_id and later.metric_id = f.metric_id and later.user_id = f.user_id
       and (later.created_at, later.id) > (f.created_at, f.id))`,
  ];
  if (lead === 'metric') return conditions;
  return [
    `exists (select from feedback_values f where f.completion_id = i.completion_id and ${conditions.join(' and ')})`,
  ];
}

function ownConditions({ filter, erased, after }: Listed, { at, id }: Lead, value: Value): string[] {
  const { session_id, user, model, ab_campaign, finish_reason, created_after, created_before } = filter;
  const equal = (column: string, given: string | null) => (given === null ? [] : [`i.${column} = ${value(given)}`]);
  return [
    ...equal('session_id', session_id),
    ...equal('user_id', user),
    ...(model === null ? [] : 'id' in model ? equal('model_id', model.id) : equal('model', model.name)),
    ...equal('ab_campaign', ab_campaign),
    ...equal('finish_reason', finish_reason),
    ...(created_after === null ? [] : [`${at} >= ${value(created_after)}`]),
    ...(created_before === null ? [] : [`${at} < ${value(created_before)}`]),
    ...(after === null ? [] : [`(${at}, ${id}) < (${value(after.createdAt)}, ${value(after.id)})`]),
    ...(erased.length === 0 ? [] : [notErased(erased, value)]),
  ];
}

/** For a query whose interactions are `i`. */
export function notErased(erased: Listed['erased'], value: Value): string {
  const users = value(erased.map(({ userId }) => userId));
  const until = value(erased.map((one) => one.until));
  return `not exists (select from unnest(${users}::uuid[], ${until}::timestamptz[]) as e (user_id, until)
    where e.user_id = i.user_id and i.stored_at <= e.until)`;
}
