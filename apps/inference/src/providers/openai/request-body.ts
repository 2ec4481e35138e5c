import type { ProviderChatRequest } from '../model-provider.js';

/**
 * The body of `POST /chat/completions`. Only fields that every OpenAI-compatible server knows: `developer` is written as
 * `system`, which all of them take, and `max_tokens` by its older name for the same reason.
 */
export function requestBody(model: string, request: ProviderChatRequest): string {
  const { messages, stream, maxTokens, temperature, topP, stop, user } = request;
  return JSON.stringify({
    model,
    messages: messages.map(({ role, content }) => ({ role: role === 'developer' ? 'system' : role, content })),
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    stop: stop === undefined || stop.length === 0 ? undefined : stop,
    user,
    stream,
    stream_options: stream ? { include_usage: true } : undefined,
  });
}
