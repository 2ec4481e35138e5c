import type { ComparisonRecorded, FeedbackRecorded } from '@earshot/contracts-feedback';
import type { InteractionRecorded } from '@earshot/contracts-interactions';
import type { FeedbackRow, InteractionRow, PreferenceRow } from '../rows/interaction-row.js';

/** The rows of an answer that was served: one for each of its completions. */
export function servedRows(event: InteractionRecorded): InteractionRow[] {
  const { messages, conversation = null, answers } = event;
  return event.completions.map(({ completion_id, index, text, finish_reason, tool_calls }) => ({
    completionId: completion_id,
    createdAt: event.created_at,
    projectId: event.project_id,
    sessionId: event.session_id,
    userId: event.user,
    modelId: event.model_id,
    model: event.model,
    source: 'served',
    abCampaign: event.ab_campaign ?? null,
    finishReason: finish_reason,
    attempt: event.attempt ?? 1,
    record: {
      messages: conversation === null ? messages : null,
      conversation,
      system_prompt: event.system_prompt,
      completion: answers === undefined ? text : null,
      answers: answers === undefined ? null : { ...answers, index },
      ...(tool_calls && { tool_calls }),
      ...calledTools(event, index),
      parameters: event.parameters,
      usage: event.usage,
      timings: event.timings,
      labels: event.labels,
      tags: event.tags,
      propensity: event.propensity ?? null,
      error: event.error,
      prompt_hash: event.prompt_hash,
    },
  }));
}

/** The calls of tools that were made for one of the completions. */
function calledTools(
  { called_tools }: InteractionRecorded,
  index: number,
): Pick<InteractionRow['record'], 'called_tools'> {
  const own = called_tools?.filter((call) => call.index === index) ?? [];
  return own.length === 0 ? {} : { called_tools: own.map(({ index: _, ...call }) => call) };
}

/** The rows of the texts that were compared. */
export function comparisonRows({ interactions }: ComparisonRecorded): InteractionRow[] {
  return interactions.map((each) => ({
    completionId: each.completion_id,
    createdAt: each.created_at,
    projectId: each.project_id,
    sessionId: each.session_id,
    userId: each.user,
    modelId: each.model_id,
    model: each.model,
    source: 'comparison',
    abCampaign: null,
    finishReason: null,
    attempt: 1,
    record: {
      messages: each.messages,
      conversation: null,
      system_prompt: null,
      completion: each.completion,
      answers: null,
      parameters: {},
      usage: null,
      timings: null,
      labels: {},
      tags: [],
      propensity: null,
      error: null,
      prompt_hash: each.prompt_hash,
    },
  }));
}

/** The row of a value; undefined for one about a whole session, which belongs to no completion. */
export function feedbackRow(event: FeedbackRecorded): FeedbackRow | undefined {
  if (event.completion_id === null) return undefined;
  return {
    id: event.id,
    projectId: event.project_id,
    completionId: event.completion_id,
    completionCreatedAt: event.completion_created_at ?? null,
    metricId: event.metric_id,
    metric: event.metric,
    value: event.value,
    userId: event.user_id,
    reason: event.reason,
    details: event.details,
    createdAt: event.created_at,
  };
}

/** The row of a comparison; undefined for a tie. */
export function preferenceRow(event: ComparisonRecorded): PreferenceRow | undefined {
  if (event.tied !== null) return undefined;
  return {
    id: event.id,
    projectId: event.project_id,
    metricId: event.metric_id,
    preferredId: event.preferred.completion_id,
    otherId: event.other.completion_id,
    userId: event.user_id,
    createdAt: event.created_at,
  };
}
