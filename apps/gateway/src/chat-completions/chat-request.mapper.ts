import type { ChatMessage, ChatRequest } from '@earshot/contracts-inference';
import type { ChatInput } from '@earshot/dto-inference';
import { v7 } from 'uuid';
import { toChatTools } from './chat-tools.mapper.js';
import { labelledUser } from '../http/end-user.js';

/** Node's longest timer. */
const maxTimerMs = 2_147_483_647;

/** What a request's body does not say. */
interface Settled {
  readonly projectId: string;
  /** Null for the project's default. */
  readonly model: string | null;
  /** ms since 1970 */
  readonly receivedAtMs: number;
}

/** The request as the inference service takes it, with every id that its answer will have. */
export function toChatRequest(
  input: ChatInput,
  messages: ChatMessage[],
  { projectId, model, receivedAtMs }: Settled,
): ChatRequest {
  const { user, labels } = labelledUser(input.user, input.labels ?? input.metadata ?? {}, projectId);
  // Field by field, with what is not there as undefined: spread, this object of every chat costs three times as much.
  return {
    response_id: `chatcmpl-${v7()}`,
    completion_ids: Array.from({ length: input.n ?? 1 }, () => v7()),
    session_id: input.session_id || v7(),
    new_session: input.session_id ? undefined : true,
    project_id: projectId,
    model,
    ab_campaign: input.ab_campaign || undefined,
    messages,
    system_prompt_args: input.system_prompt_args ?? undefined,
    response_format: responseFormatOf(input),
    tools: toChatTools(input),
    // An empty list asks for nothing.
    stop: input.stop?.length ? input.stop : null,
    max_tokens: input.max_tokens ?? input.max_completion_tokens ?? null,
    temperature: input.temperature ?? null,
    top_p: input.top_p ?? null,
    stream: input.stream ?? false,
    user,
    labels,
    tags: input.tags ?? [],
    store: input.store ?? true,
    received_at_ms: receivedAtMs,
    max_ttft_ms: ttftLimitOf(input),
  };
}

/** Text is what everything is written as that asks for nothing else. */
function responseFormatOf({ response_format }: ChatInput): ChatRequest['response_format'] {
  return response_format && response_format.type !== 'text' ? response_format : undefined;
}

/** 0 is no limit, nor is what is longer than the longest timer; where there are no choices there is no token to wait for. */
function ttftLimitOf({ max_ttft_ms, n }: ChatInput): number | null {
  return max_ttft_ms && max_ttft_ms <= maxTimerMs && n !== 0 ? max_ttft_ms : null;
}
