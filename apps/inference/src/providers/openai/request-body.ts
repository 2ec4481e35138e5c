import type { ProviderChatRequest, ProviderMessage, ProviderPart } from '../model-provider.js';

/**
 * The body of `POST /chat/completions`. Only fields that every OpenAI-compatible server knows: `developer` is written as
 * `system`, which all of them take, and `max_tokens` by its older name for the same reason.
 *
 * @param choices how many this one request is for.
 */
export function requestBody(model: string, request: ProviderChatRequest, choices: number): string {
  const { messages, stream, maxTokens, temperature, topP, stop, responseFormat, user } = request;
  return JSON.stringify({
    model,
    messages: messages.map(toMessage),
    n: choices > 1 ? choices : undefined,
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    stop: stop === undefined || stop.length === 0 ? undefined : stop,
    response_format: responseFormat,
    user,
    stream,
    stream_options: stream ? { include_usage: true } : undefined,
  });
}

function toMessage({ role, content, name }: ProviderMessage) {
  return {
    role: role === 'developer' ? 'system' : role,
    name,
    content: typeof content === 'string' ? content : content.map(toPart),
  };
}

function toPart(part: ProviderPart) {
  if (part.type === 'text') return part;
  return { type: 'image_url', image_url: { url: part.url, detail: part.detail } };
}
