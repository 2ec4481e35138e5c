import type { Interaction } from '@earshot/contracts-interactions';

/** What is kept of an interaction and only read with it. */
export type InteractionRecord = Pick<
  Interaction,
  | 'messages'
  | 'conversation'
  | 'system_prompt'
  | 'completion'
  | 'answers'
  | 'tool_calls'
  | 'called_tools'
  | 'parameters'
  | 'usage'
  | 'timings'
  | 'labels'
  | 'tags'
  | 'propensity'
  | 'error'
> & { prompt_hash: string };

/** A row of `interactions`: one completion. */
export interface InteractionRow {
  readonly completionId: string;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  readonly projectId: string;
  readonly sessionId: string;
  readonly userId: string | null;
  readonly modelId: string | null;
  readonly model: string | null;
  readonly source: Interaction['source'];
  readonly abCampaign: string | null;
  readonly finishReason: Interaction['finish_reason'];
  /** At its request, from 1. */
  readonly attempt: number;
  readonly record: InteractionRecord;
}

/** A row of `feedback_values`. Times in RFC 3339, UTC. */
export interface FeedbackRow {
  readonly id: string;
  readonly projectId: string;
  readonly completionId: string;
  /** Of the completion; null where it is not known. */
  readonly completionCreatedAt: string | null;
  readonly metricId: string;
  readonly metric: string;
  readonly value: boolean | number;
  readonly userId: string | null;
  readonly reason: string | null;
  readonly details: string | null;
  readonly createdAt: string;
}

/** A row of `preferences`: a comparison that has a winner. Times in RFC 3339, UTC. */
export interface PreferenceRow {
  readonly id: string;
  readonly projectId: string;
  readonly metricId: string;
  readonly preferredId: string;
  readonly otherId: string;
  readonly userId: string | null;
  readonly createdAt: string;
}
