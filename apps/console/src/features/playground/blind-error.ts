import { ApiError } from '../../api/api-error.js';
import type { Answer } from './answer.js';

/**
 * Returns what a blind comparison shows of an error. The text of the interface may name the model, so it is left out,
 * unless all answers have the same one.
 */
export function blindError(error: Error | null, answers: readonly Pick<Answer, 'error'>[]): Error | null {
  if (!(error instanceof ApiError) || answers.every((other) => other.error?.message === error.message)) return error;
  const text = 'This model gave no answer. The reason appears with the names.';
  return new ApiError(text, error.status, error.code, error.param, error.retryAfterMs);
}
