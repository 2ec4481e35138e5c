import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import type { AnswerReader } from './http-call.js';

/** The choices that one request is for: `count` of them, the first of which is called `first`. */
export interface ChoiceRange {
  readonly first: number;
  readonly count: number;
}

/** Reads the choices of a chat. */
export interface ChatReader extends AnswerReader<ProviderEvent> {
  /** What the answer took; null where the server does not say. */
  readonly usage: ProviderUsage | null;
  /** Choices of the range, by their own index from 0, of which there is an answer. */
  readonly answered: ReadonlySet<number>;
}

/** The index of a choice as servers write it, where it is one of `count`; servers that make only one may leave it out. */
export function choiceIndex(index: unknown, position: number, count: number): number | null {
  const value = index ?? position;
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count ? (value as number) : null;
}
