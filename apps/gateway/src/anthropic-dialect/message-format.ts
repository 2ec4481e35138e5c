import { argumentsOf, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import type { AnthropicMessage, ChatResponse } from '@earshot/dto-inference';
import type { AnswerFormat, CompleteAnswer } from '../chat-completions/answer-format.js';
import type { CompleteChoice } from '../chat-completions/answer-shape.js';
import { MessageEvents } from './message-events.js';
import type { MappedRequest } from './messages.mapper.js';

type Block = AnthropicMessage['content'][number];
type FinishReason = ChatChunk['choices'][number]['finish_reason'] | null;

/** Returns the format of the message that answers a request. */
export function messageFormat({ dropped, anthropicFields }: MappedRequest): AnswerFormat {
  return {
    dropped,
    anthropicFields,
    events: (request) => new MessageEvents(request),
    body: (request, answer) => toMessage(request, answer),
  };
}

/** Returns the format of a count of tokens. @param unknown the error where the provider cannot count. */
export function countFormat(mapped: MappedRequest, unknown: () => Error): AnswerFormat {
  return {
    ...messageFormat(mapped),
    body: (_, { usage }) => {
      // Every prompt has tokens.
      if (usage.prompt_tokens === 0) throw unknown();
      return { input_tokens: usage.prompt_tokens };
    },
  };
}

/** Id of the answer, with the id of its completion. */
export function messageId({ completion_ids }: ChatRequest): string {
  return `msg_${completion_ids[0] as string}`;
}

/** Converts the reason why a choice ended. */
export function stopReason(reason: FinishReason): AnthropicMessage['stop_reason'] {
  switch (reason) {
    case 'length':
      return 'max_tokens';
    case 'tool_calls':
      return 'tool_use';
    case 'content_filter':
      return 'refusal';
    default:
      return 'end_turn';
  }
}

/** Converts a usage: the interface counts tokens from and for a cache apart. */
export function toUsage(usage: ChatResponse['usage'], servedBy: ChatChunk['served_by']): AnthropicMessage['usage'] {
  const details: Readonly<Record<string, number | undefined>> = usage.prompt_tokens_details ?? {};
  const { cached_tokens: read = 0, cache_creation_tokens: created = 0 } = details;
  return {
    input_tokens: Math.max(0, usage.prompt_tokens - read - created),
    output_tokens: usage.completion_tokens,
    cache_creation_input_tokens: created,
    cache_read_input_tokens: read,
    service_tier: servedBy?.service_tier ?? null,
  };
}

/** Sources of a text: those of Anthropic as they are, web pages of OpenAI's form as results of a search. */
export function toCitation(annotation: unknown): unknown {
  const { type, url_citation, url, title } = (annotation ?? {}) as Record<string, unknown>;
  if (type !== 'url_citation') return annotation;
  const page = { url, title, ...(url_citation as object | undefined) };
  return { type: 'web_search_result_location', cited_text: '', encrypted_index: '', ...page };
}

function toMessage(request: ChatRequest, { model, servedBy, choices, usage }: CompleteAnswer): AnthropicMessage {
  const [choice] = choices;
  if (choice === undefined) throw new Error('The answer has no choice.');
  return {
    id: messageId(request),
    type: 'message',
    role: 'assistant',
    model,
    content: blocksOf(choice),
    stop_reason: stopReason(choice.finish_reason),
    stop_sequence: null,
    usage: toUsage(usage, servedBy),
  };
}

function blocksOf({ text, more, tool_calls = [] }: CompleteChoice): Block[] {
  const { reasoning_content: reasoning = '', thinking_blocks: signed = [], refusal = '', annotations } = more;
  const unsigned: Block[] = reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning, signature: '' }];
  const written = text + refusal;
  const citations = annotations?.map(toCitation) ?? null;
  return [
    ...(signed.length > 0 ? signed : unsigned),
    ...(written === '' ? [] : [{ type: 'text' as const, text: written, citations }]),
    ...tool_calls.map(({ id, function: called }) => {
      return { type: 'tool_use' as const, id, name: called.name, input: argumentsOf(called.arguments) };
    }),
  ];
}
