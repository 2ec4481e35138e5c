import { randomUUID } from 'node:crypto';
import type { ComparisonRecorded, FeedbackRecorded } from '@earshot/contracts-feedback';
import type { ImportInteraction, InteractionRecorded } from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The event of a served answer, by default with one completion. */
export function served(project: Project, changes: Partial<InteractionRecorded> = {}): InteractionRecorded {
  return {
    response_id: 'chatcmpl-1',
    session_id: randomUUID(),
    project_id: project.id,
    model_id: randomUUID(),
    model: `${project.key}/large`,
    user: null,
    prompt_hash: hash,
    created_at: new Date().toISOString(),
    messages: [{ role: 'user', content: 'Hello' }],
    system_prompt: 'Be brief.',
    completions: [{ completion_id: randomUUID(), index: 0, text: 'Hi', finish_reason: 'stop' }],
    parameters: { temperature: 0.5 },
    usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
    timings: { queue_ms: 1, first_token_ms: 2, total_ms: 3 },
    labels: {},
    tags: [],
    error: null,
    ...changes,
  };
}

/** A request that imports an interaction. */
export function imported(project: Project, changes: Partial<ImportInteraction> = {}): ImportInteraction {
  return {
    completion_id: randomUUID(),
    session_id: randomUUID(),
    project_id: project.id,
    model: null,
    messages: [{ role: 'user', content: 'Hello' }],
    prompt_hash: hash,
    completion: 'Hi',
    user: null,
    created_at: null,
    ab_campaign: null,
    labels: {},
    tags: [],
    feedbacks: [],
    ...changes,
  };
}

/** Feedback on a completion, as published. */
export function feedbackOn(
  project: Project,
  changes: Partial<FeedbackRecorded> & Pick<FeedbackRecorded, 'completion_id' | 'metric_id' | 'value'>,
): FeedbackRecorded {
  const at = new Date().toISOString();
  return {
    id: randomUUID(),
    project_id: project.id,
    metric: 'score',
    kind: typeof changes.value === 'boolean' ? 'bool' : 'scalar',
    origin: 'feedback',
    completion_created_at: at,
    session_id: randomUUID(),
    model: null,
    user_id: null,
    reason: null,
    details: null,
    created_at: at,
    ...changes,
  };
}

/** A comparison of two completions, as published. */
export function comparisonOn(
  project: Project,
  { preferred, other, metric_id }: { preferred: string; other: string; metric_id: string },
): ComparisonRecorded {
  return {
    id: randomUUID(),
    project_id: project.id,
    metric_id,
    metric: 'better',
    preferred: { completion_id: preferred, model: null },
    other: { completion_id: other, model: null },
    tied: null,
    user_id: null,
    created_at: new Date().toISOString(),
    interactions: [],
  };
}

export { allInteractions as everything } from '@earshot/contracts-interactions';

/** One completion with this end. */
export const end = (finish_reason: 'stop' | 'error' | 'cancelled') => ({
  completions: [{ completion_id: randomUUID(), index: 0, text: '', finish_reason }],
});

/** Tokens of an answer. */
export const usage = (prompt_tokens: number, completion_tokens: number) => ({
  usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
});

/** Times of an answer. */
export const timings = (first_token_ms: number | null, total_ms: number) => ({
  timings: { queue_ms: 1, first_token_ms, total_ms },
});

/** Several choices of one answer. */
export const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    return { completion_id: randomUUID(), index, text: 'Hi', finish_reason: 'stop' as const };
  });
