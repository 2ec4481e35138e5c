import type { FunctionTool, MessagePart, ToolChoice } from '@earshot/contracts-inference';
import type { ProviderChatRequest, ProviderMessage } from '../model-provider.js';

/** The body of `POST /chat/completions`, with fields that every server knows: `developer` becomes `system`. */
export function requestBody(model: string, request: ProviderChatRequest, choices: number): string {
  const { messages, stream, user, tools } = request;
  const { stop, max_tokens, ...parameters } = request.parameters;
  // Models that require the newer name reject the older one.
  const limit = parameters['max_completion_tokens'] === undefined ? max_tokens : undefined;
  return JSON.stringify({
    model,
    messages: messages.map(toMessage),
    n: choices > 1 ? choices : undefined,
    max_tokens: limit,
    ...parameters,
    stop: stop === undefined || stop.length === 0 ? undefined : stop,
    user,
    tools: tools?.functions.map(toTool),
    tool_choice: tools?.choice && toChoice(tools.choice),
    parallel_tool_calls: tools?.parallel,
    stream,
    stream_options: stream ? { include_usage: true } : undefined,
  });
}

function toMessage({ role, content, name, tool_calls, tool_call_id, provider_fields }: ProviderMessage) {
  return {
    ...provider_fields,
    role: role === 'developer' ? 'system' : role,
    name,
    content: toContent(content, tool_calls !== undefined),
    tool_calls: tool_calls?.map(({ id, ...called }) => ({ id, type: 'function', function: called })),
    tool_call_id,
  };
}

/** Beside calls no text is null: some servers refuse an empty one. */
function toContent(content: ProviderMessage['content'], calls: boolean) {
  if (typeof content === 'string') return content === '' && calls ? null : content;
  return content.map(toPart);
}

function toChoice(choice: ToolChoice) {
  return typeof choice === 'string' ? choice : { type: 'function', function: choice };
}

function toTool({ provider_fields, anthropic_fields: _, ...fields }: FunctionTool) {
  const inner = provider_fields?.['function'] as object | undefined;
  return { ...provider_fields, type: 'function', function: { ...inner, ...fields } };
}

function toPart({ provider_fields, ...part }: MessagePart) {
  if (part.type === 'text') return { ...provider_fields, type: 'text', text: part.text };
  return { ...provider_fields, type: 'image_url', image_url: { url: part.url, detail: part.detail } };
}
