import { promptHash, type InteractionRecorded, type InteractionStarted } from '@earshot/contracts-interactions';
import { toWireError } from '@earshot/errors';
import type { ProviderUsage } from '../providers/model-provider.js';
import type { ChatTask } from './chat-task.js';
import type { Choice } from './choice.js';

type FinishReason = InteractionRecorded['completions'][number]['finish_reason'];

/** The end of an answer as it is recorded. */
export interface ChatOutcome extends Pick<InteractionRecorded, 'completions' | 'usage' | 'timings' | 'error'> {
  /** Of the answer as a whole: `error`, `cancelled`, or how its first choice ended. */
  readonly finishReason: FinishReason;
}

/** An answer when it is over. */
interface EndedAnswer {
  readonly choices: readonly Choice[];
  /** Undefined where the provider does not report it. */
  readonly usage: ProviderUsage | undefined;
  readonly timings: ChatOutcome['timings'];
  readonly failure: Error | undefined;
  readonly cancelled: boolean;
  readonly missed: boolean;
}

/** The announcement of an answer that is about to be generated. */
export function toStarted(task: ChatTask): InteractionStarted {
  const { request, target } = task;
  return {
    response_id: request.response_id,
    session_id: request.session_id,
    project_id: request.project_id,
    model_id: target.model.id,
    model: target.name,
    user: request.user,
    created_at: new Date(request.received_at_ms).toISOString(),
    completion_ids: request.completion_ids,
    prompt_hash: promptHash(request.messages),
    ...(target.drawn && { ab_campaign: target.drawn.campaignId, propensity: target.drawn.propensity }),
  };
}

/** Summarizes an ended answer. @param ids of its choices. */
export function toOutcome(ids: readonly string[], ended: EndedAnswer): ChatOutcome {
  const { choices, usage, timings, failure, cancelled, missed } = ended;
  const broken: FinishReason | undefined = cancelled ? 'cancelled' : failure && 'error';
  const completions = choices.map((choice, index) => {
    const { text, reasoning, reasoningBlocks, refusal, calls, finishReason = broken ?? 'error' } = choice;
    return {
      completion_id: ids[index] as string,
      index,
      text,
      // The caller got nothing of an answer that was too late.
      finish_reason: missed ? 'error' : finishReason,
      ...(reasoning !== '' && { reasoning }),
      ...(reasoningBlocks.length > 0 && { reasoning_blocks: [...reasoningBlocks] }),
      ...(refusal !== '' && { refusal }),
      ...(calls.length > 0 && { tool_calls: [...calls] }),
    };
  });
  const { code, message } = toWireError(failure);
  return {
    completions,
    finishReason: broken ?? completions[0]?.finish_reason ?? 'stop',
    usage: toUsage(usage),
    timings,
    error: broken === 'error' ? { code, message } : null,
  };
}

/** @param usage undefined if not reported. */
function toUsage(usage: ProviderUsage | undefined): ChatOutcome['usage'] {
  const { promptTokens = 0, completionTokens = 0, promptDetails, completionDetails } = usage ?? {};
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...(promptDetails && { prompt_tokens_details: promptDetails }),
    ...(completionDetails && { completion_tokens_details: completionDetails }),
  };
}

/** The record of an answer that was announced, or would have been. */
export function toRecorded(
  { request, parameters, dropped, systemPrompt }: ChatTask,
  started: InteractionStarted,
  { completions, usage, timings, error }: ChatOutcome,
  rest: Pick<InteractionRecorded, 'attempt' | 'called_tools'>,
): InteractionRecorded {
  const { messages, conversation, labels, tags } = request;
  // Field by field: a spread of this object costs five times as much.
  return {
    response_id: started.response_id,
    session_id: started.session_id,
    project_id: started.project_id,
    model_id: started.model_id,
    model: started.model,
    user: started.user,
    created_at: started.created_at,
    prompt_hash: started.prompt_hash,
    ab_campaign: started.ab_campaign,
    propensity: started.propensity,
    messages: conversation === undefined ? messages : [],
    conversation,
    system_prompt: systemPrompt,
    completions,
    parameters,
    ...(dropped.length > 0 && { dropped_params: [...dropped] }),
    usage,
    timings,
    labels,
    tags,
    error,
    ...rest,
  };
}
