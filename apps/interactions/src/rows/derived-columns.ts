import { searchedCharacters } from '@earshot/contracts-interactions';
import type { InteractionRow } from './interaction-row.js';
import { marksOf } from './marks.js';

/**
 * Columns that statistics count. Null for all choices of an answer but the first, which has those of the whole answer.
 */
export const figureColumns = {
  prompt_tokens: 'integer',
  completion_tokens: 'integer',
  first_token_ms: 'real',
  duration_ms: 'real',
};

/** Parameters from which {@link wordsOf} makes the column `words`. */
export const searchColumns = { searched: 'text', scope: 'text' };

/** SQL for the column `words`. @param of alias of a row with {@link searchColumns}. */
export function wordsOf(of: string): string {
  return `to_tsvector('simple', ${of}.searched) || array_to_tsvector(string_to_array(${of}.scope, ' '))`;
}

/** The fields from which the columns are derived. */
export type DerivedFrom = Pick<
  InteractionRow,
  | 'project_id'
  | 'user_id'
  | 'model_id'
  | 'model'
  | 'ab_campaign'
  | 'finish_reason'
  | 'created_at'
  | 'choice'
  | 'beginning'
> & {
  readonly record: Pick<InteractionRow['record'], 'completion' | 'usage' | 'timings' | 'labels' | 'tags'>;
};

/** Fields of a search. */
type Scope = Partial<Record<'user' | 'model_id' | 'model' | 'ab_campaign' | 'finish_reason', string | null>> & {
  readonly marks: readonly string[];
};

/** The values of {@link figureColumns} and {@link searchColumns}. */
export function derivedOf(row: DerivedFrom) {
  const { project_id, created_at, user_id: user, model_id, model, ab_campaign, finish_reason, record } = row;
  const { usage, timings } = (row.choice ?? 0) === 0 ? record : { usage: null, timings: null };
  const fields = { user, model_id, model, ab_campaign, finish_reason, marks: marksOf(record) };
  const scope = [projectLexeme(project_id), dayLexeme(project_id, new Date(created_at)), ...fieldLexemes(fields)];
  return {
    // PostgreSQL's text has no NUL.
    searched: (record.completion ?? row.beginning ?? '').slice(0, searchedCharacters).replaceAll('\0', ' '),
    scope: scope.join(' '),
    prompt_tokens: usage?.prompt_tokens ?? null,
    completion_tokens: usage?.completion_tokens ?? null,
    first_token_ms: timings?.first_token_ms ?? null,
    duration_ms: timings?.total_ms ?? null,
  };
}

/** The lexeme of all interactions of a project. The parser of texts makes none that starts like it. */
export function projectLexeme(projectId: string): string {
  return `\u0001p:${projectId.toLowerCase()}`;
}

/** The lexeme of the interactions of a project on one UTC day. */
export function dayLexeme(projectId: string, day: Date): string {
  return `\u0001d:${projectId.toLowerCase()}:${day.toISOString().slice(0, 10)}`;
}

/** The lexemes of filters; null and absent fields have none. */
export function fieldLexemes({ marks, ...fields }: Scope): string[] {
  const given = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`\u0001${name}:${value.toLowerCase()}`],
  );
  return [...given, ...markLexemes(marks)];
}

/** The lexemes of labels and tags. */
export function markLexemes(marks: readonly string[]): string[] {
  return marks.map((mark) => `\u0001mark:${mark}`);
}
