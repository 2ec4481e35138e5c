import type { Schemas } from '../../api/client.js';
import { valueWords } from '../../ui/format.js';
import { letterOf } from '../playground/blind.js';

/** What is wrong with an answer. */
export type Reason = NonNullable<Schemas['CreateReview']['reason']>;

/** All reasons. */
export const reasons: readonly Reason[] = ['Toxicity', 'Factuality', 'Style', 'WrongAnswer'];

/** The reason after this one, for a key that goes through all: after the last one, none. */
export function reasonAfter(reason: Reason | null): Reason | null {
  return reasons[reason === null ? 0 : reasons.indexOf(reason) + 1] ?? null;
}

/** Answers that a reviewer has for a time, in the order in which they are shown. */
export interface Lease {
  readonly id: string;
  readonly item: string;
  readonly completions: readonly string[];
  /** In ms since 1970. */
  readonly expiresAtMs: number;
}

/** What a reviewer decides about an item. Columns count from 0. */
export type Decision =
  | { readonly kind: 'preferred'; readonly column: number }
  | { readonly kind: 'tied'; readonly tied: 'good' | 'bad' }
  | {
      readonly kind: 'rated';
      readonly value: boolean | number;
      readonly reason: Reason | null;
      readonly details: string;
    }
  | { readonly kind: 'skipped' };

/** Returns the body of the review that records a decision. */
export function reviewBody({ id, completions }: Lease, decision: Decision): Schemas['CreateReview'] {
  switch (decision.kind) {
    case 'preferred':
      return { lease_id: id, preferred_completion: completions[decision.column] as string };
    case 'tied':
      return { lease_id: id, tied: decision.tied };
    case 'rated': {
      const { value, reason, details } = decision;
      return { lease_id: id, value, ...(reason && { reason }), ...(details.trim() !== '' && { details }) };
    }
    case 'skipped':
      return { lease_id: id, skip: true };
  }
}

/** Says what was decided. A model is null until its name is known. */
export function decisionWords(decision: Decision, models: readonly (string | null)[]): string {
  const names = models.map((model, column) => nameOf(model, models.length === 1 ? null : letterOf(column)));
  switch (decision.kind) {
    case 'preferred':
      return `You preferred ${names[decision.column]} to ${names[1 - decision.column]}.`;
    case 'tied':
      return `You called ${names.join(' and ')} equally ${decision.tied}.`;
    case 'rated':
      return `You rated ${names[0]} ${valueWords(decision.value)}.`;
    case 'skipped':
      return 'You skipped the item.';
  }
}

function nameOf(model: string | null, letter: string | null): string {
  if (letter === null) return model ?? 'the answer';
  return model === null ? letter : `${letter} (${model})`;
}
