import type { Interaction, InteractionFeedback, InteractionImported } from '@earshot/contracts-interactions';

/** The fields of an interaction that are only read together with it, in one JSON column. */
export type InteractionRecord = Pick<
  Interaction,
  | 'messages'
  | 'conversation'
  | 'system_prompt'
  | 'completion'
  | 'answers'
  | 'reasoning'
  | 'reasoning_blocks'
  | 'refusal'
  | 'tool_calls'
  | 'called_tools'
  | 'parameters'
  | 'dropped_params'
  | 'usage'
  | 'timings'
  | 'labels'
  | 'tags'
  | 'propensity'
  | 'error'
> & { prompt_hash: string };

/** A row of `interactions`: one completion. */
export interface InteractionRow extends Pick<
  Interaction,
  'completion_id' | 'created_at' | 'project_id' | 'session_id' | 'model_id' | 'model' | 'source' | 'finish_reason'
> {
  readonly user_id: string | null;
  readonly ab_campaign: string | null;
  /** Attempt of its request, from 1. */
  readonly attempt: number;
  /** Index among the choices of its answer; absent for 0. Times and tokens of an answer count once, with choice 0. */
  readonly choice?: number;
  /** The beginning of a completion that the record does not have. */
  readonly beginning?: string | undefined;
  readonly record: InteractionRecord;
}

/** A row of `feedback_values`. */
export interface FeedbackRow extends InteractionFeedback {
  readonly project_id: string;
  readonly completion_id: string;
  readonly completion_created_at?: string | null;
  readonly user_id: string | null;
}

/** A row of `preferences`: a comparison that has a winner. */
export interface PreferenceRow {
  readonly id: string;
  readonly project_id: string;
  readonly metric_id: string;
  readonly preferred_id: string;
  readonly other_id: string;
  readonly user_id: string | null;
  readonly created_at: string;
}

/** The record of an interaction that no model here served. */
export const unservedRecord = {
  conversation: null,
  system_prompt: null,
  answers: null,
  parameters: {},
  usage: null,
  timings: null,
  labels: {},
  tags: [],
  propensity: null,
  error: null,
};

/** The event of an interaction that no model here served. @param stored_at RFC 3339 in UTC. */
export function toImported(
  row: InteractionRow,
  stored_at: string,
  feedbacks: readonly InteractionFeedback[],
): InteractionImported {
  const { record, finish_reason: _, attempt: __, user_id: user, ...fields } = row;
  const source = row.source === 'comparison' ? 'comparison' : 'imported';
  return { ...fields, user, prompt_hash: record.prompt_hash, source, stored_at, feedbacks: [...feedbacks] };
}
