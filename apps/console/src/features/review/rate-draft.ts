import { numberOf, numberProblem } from '../resource/texts.js';
import type { Decision, Reason } from './decision.js';

/** A value with its reason and details, as they are entered. */
export interface RateDraft {
  readonly value: boolean | string;
  readonly reason: Reason | null;
  readonly details: string;
}

/** Nothing entered yet. */
export const emptyDraft: RateDraft = { value: '', reason: null, details: '' };

/** Returns what is wrong with the value; null for nothing. */
export function valueProblem({ value }: RateDraft): string | null {
  if (typeof value === 'boolean') return null;
  return value.trim() === '' ? 'Choose a value first.' : numberProblem(value);
}

/** Returns the decision; null while the value is missing or no number. */
export function ratedBy(draft: RateDraft): Decision | null {
  if (valueProblem(draft) !== null) return null;
  const value = typeof draft.value === 'boolean' ? draft.value : (numberOf(draft.value) as number);
  return { kind: 'rated', value, reason: draft.reason, details: draft.details };
}

/** Range of the values under a metric so far. */
export interface ValueRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** Whether one digit is a whole value: the values so far are integers from 0 to 9, or there are none. */
export function isByDigits({ min, max }: ValueRange): boolean {
  return [min, max].every((value) => value === null || (Number.isInteger(value) && value >= 0 && value <= 9));
}

/** Returns the value after a digit key: the digit, or the number so far with one more digit. */
export function withDigit(value: RateDraft['value'], digit: string, isWhole: boolean): string {
  return isWhole || typeof value === 'boolean' ? digit : `${value}${digit}`;
}
