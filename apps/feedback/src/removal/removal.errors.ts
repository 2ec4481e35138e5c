import { notFound, type AppError } from '@earshot/errors';

/** Kinds of records that can be removed. */
export type RecordKind = 'feedback' | 'comparison';

/** The project has no feedback or comparison of that id. */
export function recordNotFound(kind: RecordKind, id: string): AppError {
  return kind === 'feedback' ? notFound('feedback', id) : notFound('comparison', id);
}
