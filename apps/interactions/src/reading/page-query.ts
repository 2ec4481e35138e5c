import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { RowPosition } from '@earshot/persistence';
import { hasMark, hasText, hasValue, marksIn, ownConditions, valueConditions, type Value } from './conditions.js';

/** A list of interactions: its filter by ids, and its position. */
export interface Listed {
  readonly projectId: string;
  readonly filter: Omit<InteractionFilter, 'metric'>;
  readonly metric: { readonly id: string; readonly min: number | null; readonly max: number | null } | null;
  /** Users with a pending erasure: rows stored until then are hidden. */
  readonly erased: readonly { readonly userId: string; readonly until: Date }[];
  /** End of the previous page; null for the first page. */
  readonly after: RowPosition | null;
  /** Time of an export: it has only complete answers that were stored until then; null for a list. */
  readonly exportedAt: Date | null;
  /** Whether it has only complete answers, unless the filter names an end; absent: as `exportedAt` says. */
  readonly complete?: boolean;
}

/** An SQL statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Timeout of a list, and of a piece of an export, for which nobody waits. */
const timeoutMs = { list: 3_000, export: 12_000 };

/** Timeout of each statement of a list, ms. */
export function listTimeoutMs({ exportedAt }: Listed): number {
  return exportedAt === null ? timeoutMs.list : timeoutMs.export;
}

/**
 * Selects `completion_id`, `created_at` and `bytes` of the first interactions of a list, the newest first. It scans the
 * index of the most selective filter: a label or tag, else a metric, else a column of interactions. Each has the order
 * of the list.
 *
 * @param text adds the column `matches`: whether this search matches.
 */
export function pageQuery(listed: Listed, limit: number, text?: string): Statement {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const project = value(listed.projectId);
  const [mark, ...otherMarks] = marksIn(listed.filter);
  const lead = leadOf(mark !== undefined, listed.metric !== null);
  const conditions = [
    `i.project_id = ${project}`,
    ...(mark === undefined ? [] : [`m.project_id = ${project} and m.mark = ${value(mark)}`]),
    ...otherMarks.map((other) => hasMark('i', project, value(other))),
    ...(listed.metric === null ? [] : metricConditions(listed, lead.by, project, value)),
    ...ownConditions(listed, 'i', lead.at, value),
    ...(listed.after === null
      ? []
      : [`(${lead.at}, ${lead.id}) < (${value(listed.after.created_at)}, ${value(listed.after.id)})`]),
  ];
  const matches = text === undefined ? '' : `, ${hasText('i', value(text))} as matches`;
  const query = `select ${lead.distinct} i.completion_id, i.created_at, i.bytes${matches} from ${lead.from}
    where ${conditions.join(' and ')} order by ${lead.at} desc, ${lead.id} desc limit ${value(limit)}`;
  return { text: query, values };
}

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
    // Several users may have rated one completion.
    return { by: 'metric', from, at, id, distinct: `distinct on (${at}, ${id})` };
  }
  return { by: 'own', from: 'interactions i', at: 'i.created_at', id: 'i.completion_id', distinct: '' };
}

function metricConditions(listed: Listed, lead: Lead['by'], project: string, value: Value): string[] {
  const conditions = valueConditions(listed, project, value);
  return lead === 'metric' ? conditions : [hasValue('i', conditions)];
}
