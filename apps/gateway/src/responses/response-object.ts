import type { ChatRequest } from '@earshot/contracts-inference';
import type { ChatResponse, ResponseCreate, ResponseObject, ResponseOutputItem } from '@earshot/dto-inference';
import { answerTime } from '../chat-completions/answer-shape.js';

/** Fields of a request that its response repeats. */
export type RepeatedFields = Pick<
  ResponseObject,
  | 'instructions'
  | 'previous_response_id'
  | 'parallel_tool_calls'
  | 'temperature'
  | 'top_p'
  | 'max_output_tokens'
  | 'tool_choice'
  | 'tools'
  | 'reasoning'
  | 'text'
  | 'truncation'
  | 'metadata'
  | 'user'
  | 'store'
>;

/** How an answer ended, as chats say it. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled' | null;

/** Id of the response with this completion. */
export function responseId(completionId: string): string {
  return `resp_${completionId}`;
}

/** Returns the fields of a request that its response repeats. */
export function repeatedFields(input: ResponseCreate): RepeatedFields {
  const { reasoning, text, tools } = input;
  return {
    instructions: input.instructions ?? null,
    previous_response_id: input.previous_response_id ? responseId(input.previous_response_id) : null,
    parallel_tool_calls: input.parallel_tool_calls ?? true,
    temperature: input.temperature ?? null,
    top_p: input.top_p ?? null,
    max_output_tokens: input.max_output_tokens ?? null,
    tool_choice: input.tool_choice ?? 'auto',
    tools: tools ?? [],
    reasoning: { effort: reasoning?.effort ?? null, summary: reasoning?.summary ?? null },
    text: { format: text?.format ?? { type: 'text' }, ...(text?.verbosity && { verbosity: text.verbosity }) },
    truncation: 'disabled',
    metadata: input.labels ?? input.metadata ?? {},
    user: input.user ?? null,
    store: input.store ?? true,
  };
}

/** A response before it has any output. */
export function begunResponse(request: ChatRequest, repeated: RepeatedFields, model: string): ResponseObject {
  return {
    id: responseId(completionIdOf(request)),
    object: 'response',
    created_at: answerTime(request),
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    ...repeated,
    model,
    output: [],
    usage: null,
  };
}

/** A response that has ended. */
export function endedResponse(
  begun: ResponseObject,
  output: ResponseOutputItem[],
  reason: FinishReason | undefined,
  usage: ChatResponse['usage'] | null,
): ResponseObject {
  const status = statusOf(reason);
  return { ...begun, ...status, output, usage: usage && toUsage(usage) };
}

/** Id of the only choice. */
export function completionIdOf({ completion_ids }: ChatRequest): string {
  return completion_ids[0] as string;
}

/** Status of the items of an answer that ended so. */
export function itemStatus(reason: FinishReason | undefined): 'completed' | 'incomplete' {
  return reason === 'stop' || reason === 'tool_calls' ? 'completed' : 'incomplete';
}

function statusOf(reason: FinishReason | undefined): Pick<ResponseObject, 'status' | 'incomplete_details'> {
  if (reason === 'length') return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  if (reason === 'content_filter') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
  const failed = reason === 'error' || reason === 'cancelled';
  return { status: failed ? 'failed' : 'completed', incomplete_details: null };
}

/** Converts a usage of a chat. */
function toUsage(usage: ChatResponse['usage']): ResponseObject['usage'] {
  const { prompt_tokens, completion_tokens, total_tokens } = usage;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: { ...prompt, cached_tokens: prompt?.['cached_tokens'] ?? 0 },
    output_tokens: completion_tokens,
    output_tokens_details: { ...completion, reasoning_tokens: completion?.['reasoning_tokens'] ?? 0 },
    total_tokens,
  };
}
