import { argumentsOf, type MessagePart, type ThinkingBlock } from '@earshot/contracts-inference';
import type { ProviderMessage } from '../model-provider.js';

/** A block of content; a message has some (https://docs.claude.com/en/api/messages). */
type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** A message of the interface: turns of users and assistants alternate. */
interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: Block[];
}

const dataUrl = /^data:([^;,]+);base64,/;

/** The system prompt: the system messages before all others; nothing for none. */
export function systemOf(messages: readonly ProviderMessage[]): { system?: Block[] } {
  const system = messages.slice(0, turnsFrom(messages)).flatMap(contentOf);
  return system.length === 0 ? {} : { system };
}

/** The other messages. Later system messages are turns of the user. */
export function toMessages(messages: readonly ProviderMessage[]): Message[] {
  const turns: Message[] = [];
  for (const message of messages.slice(turnsFrom(messages))) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    const content = message.role === 'tool' ? [toolResult(message)] : blocksOf(message);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return turns.filter(({ content }) => content.length > 0);
}

function turnsFrom(messages: readonly ProviderMessage[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return first === -1 ? messages.length : first;
}

/** Thinking comes first, then texts and images, then calls. */
function blocksOf(message: ProviderMessage): Block[] {
  const calls = (message.tool_calls ?? []).map(({ id, name, arguments: text }) => ({
    type: 'tool_use',
    id,
    name,
    input: argumentsOf(text),
  }));
  return [...(thinkingOf(message) as Block[]), ...contentOf(message), ...calls];
}

/** Blocks with their signatures, which the server requires back in a loop of calls. */
function thinkingOf({ role, provider_fields, anthropic_fields }: ProviderMessage): readonly unknown[] {
  if (role !== 'assistant') return [];
  const blocks = anthropic_fields?.['thinking_blocks'] ?? provider_fields?.['thinking_blocks'];
  if (!Array.isArray(blocks)) return [];
  return (blocks as unknown[]).filter((block): block is ThinkingBlock => {
    const { type, signature } = (block ?? {}) as { type?: unknown; signature?: unknown };
    // Reasoning of other servers has no signature.
    return type === 'redacted_thinking' || (type === 'thinking' && typeof signature === 'string' && signature !== '');
  });
}

/** Texts and images. The server rejects empty texts. A message without parts has the fields of its only block. */
function contentOf(message: ProviderMessage): Block[] {
  const { content } = message;
  if (typeof content !== 'string')
    return content.filter((part) => part.type === 'image' || part.text !== '').map(toBlock);
  return content === '' ? [] : [{ type: 'text', text: content, ...fieldsOf(message, messageFields) }];
}

function toBlock(part: MessagePart): Block {
  const fields = fieldsOf(part, partFields);
  if (part.type === 'text') return { type: 'text', text: part.text, ...fields };
  const [head, mediaType] = dataUrl.exec(part.url) ?? [];
  const source =
    head === undefined
      ? { type: 'url', url: part.url }
      : { type: 'base64', media_type: mediaType, data: part.url.slice(head.length) };
  return { type: 'image', source, ...fields };
}

function toolResult(message: ProviderMessage): Block {
  const { content, tool_call_id } = message;
  const blocks = typeof content === 'string' ? content : content.map(toBlock);
  const fields = fieldsOf(message, ['cache_control', 'is_error']);
  return { type: 'tool_result', tool_use_id: tool_call_id, content: blocks, ...fields };
}

const messageFields = ['cache_control'];
const partFields = ['cache_control', 'citations'];

/** Fields that the interface has, from its own dialect or from OpenAI's. */
function fieldsOf(
  { provider_fields, anthropic_fields }: Pick<ProviderMessage, 'provider_fields' | 'anthropic_fields'>,
  names: readonly string[],
): object {
  const given = { ...provider_fields, ...anthropic_fields };
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}
