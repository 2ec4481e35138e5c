import type { AppError } from '@earshot/errors';

/** What the service knows of a completion, whether it is still being generated, on record, or imported. */
export interface Reference {
  readonly completionId: string;
  readonly sessionId: string;
  readonly projectId: string;
  readonly modelId: string | null;
  /** `{project}/{model}`; empty where an import named none. */
  readonly model: string;
  /** The end user of the interaction. */
  readonly userId: string | null;
  readonly promptHash: string;
  /** The A/B campaign that it is a part of; null for none. */
  readonly campaignId: string | null;
  readonly createdAt: Date;
}

/** A reference with the time that decides whether an erasure is about it. */
export interface ArrivingReference extends Reference {
  /** When the interaction was written, where that is another time than when it took place. */
  readonly storedAt: Date;
}

/** What the service knows of a session in one project. */
export interface SessionReference {
  readonly sessionId: string;
  readonly projectId: string;
  /** Of its last completion. */
  readonly model: string;
  /** The last A/B campaign that it was a part of; null for none. */
  readonly campaignId: string | null;
  /** Of its last completion in that campaign; without one, of its last completion. */
  readonly modelId: string | null;
}

/** What was looked for and found; what is missing is not there, or (with a failure) nobody can say at this moment. */
export interface Found<T> {
  readonly found: ReadonlyMap<string, T>;
  readonly failure: AppError | undefined;
}
