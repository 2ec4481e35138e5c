import { fieldLexemes } from '../rows/derived-columns.js';
import { hasMark, hasValue, marksIn, ownConditions, valueConditions } from './conditions.js';
import type { Listed, Statement } from './page-query.js';
import type { SearchWindow } from './search-windows.js';

/**
 * Selects the newest interactions of a list in a window of time by the index of words. The first part names no column
 * that leads another index, and has no order: the planner would scan the list in order until enough rows match.
 *
 * @param most it stops after so many matches, as `matches` says.
 */
export function windowQuery(
  listed: Listed,
  { lexemes, within: { from, to } }: SearchWindow,
  { limit, most }: { limit: number; most: number },
): Statement {
  const { filter, after, projectId, metric } = listed;
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const project = value(projectId);
  const marks = marksIn(filter);
  const { user, model, ab_campaign, finish_reason } = filter;
  const named = model === null ? {} : 'id' in model ? { model_id: model.id } : { model: model.name };
  const fields = fieldLexemes({ user, ab_campaign, finish_reason, ...named, marks });
  const conditions = [
    `i.words @@ ${value(anyOf(lexemes))}::tsquery`,
    ...fields.map((lexeme) => `i.words @@ ${value(anyOf([lexeme]))}::tsquery`),
    `i.created_at >= ${value(from)} and i.created_at < ${value(to)}`,
    ...marks.map((mark) => hasMark('i', project, value(mark))),
    ...(metric === null ? [] : [hasValue('i', valueConditions(listed, project, value))]),
    ...ownConditions(listed, 'i', 'i.created_at', value),
    ...(after === null ? [] : [`(i.created_at, i.completion_id) < (${value(after.created_at)}, ${value(after.id)})`]),
  ];
  const text = `with found as materialized (
      select i.completion_id, i.created_at, i.bytes, i.project_id from interactions i where ${conditions.join(' and ')}
      limit ${value(most)})
    select completion_id, created_at, bytes, (select count(*) from found) as matches from found where project_id = ${project}
    order by created_at desc, completion_id desc limit ${value(limit)}`;
  return { text, values };
}

/** A tsquery that matches one of the lexemes. */
function anyOf(lexemes: readonly string[]): string {
  return lexemes.map((lexeme) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' | ');
}
