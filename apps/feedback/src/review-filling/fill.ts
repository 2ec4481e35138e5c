import type { ReviewQueue, ReviewSource } from '@earshot/contracts-feedback';
import type { NewReplay } from '../review-replays/replays.repository.js';

/** Items that wait at most, besides those that callers add: reviewers get new ones while the source goes on. */
export const maxWaitingItems = 1_000;

/** A source of answers of two models. */
export type ModelsSource = Extract<ReviewSource, { models: unknown }>;

/** A source of answers whose prompts a second model answers. */
export type ReplayedSource = Required<Extract<ReviewSource, { replay?: unknown }>>;

/** A queue that one process fills for now. */
export interface ClaimedQueue extends Pick<ReviewQueue, 'id' | 'project_id' | 'kind'> {
  readonly source: NonNullable<ReviewSource>;
  readonly fill_cursor: string | null;
  /** The end of the claim, by which the queue recognises it. */
  readonly fill_after: Date;
}

/** Completions that a source found for a queue. */
export interface Found {
  /** One completion, or two in ascending order of their ids. */
  readonly items: readonly FoundItem[];
  /** Prompts to answer again; absent for none. */
  readonly replays?: readonly NewReplay[];
  /** Where the source goes on; null: at its start. */
  readonly cursor: string | null;
  /** Whether it has more already. */
  readonly more: boolean;
}

/** The completions of an item. */
export interface FoundItem {
  readonly completions: readonly FoundCompletion[];
}

/** A completion of an item. */
export interface FoundCompletion {
  readonly completion_id: string;
  readonly session_id: string;
}

/** The time so many ms from now. */
export function inMs(ms: number): Date {
  return new Date(Date.now() + ms);
}
