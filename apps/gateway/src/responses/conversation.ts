import { thinkingFields, type ChatMessage } from '@earshot/contracts-inference';
import type { ResponseInputItem, ResponseInputPart } from '@earshot/dto-inference';
import { invalidRequest } from '@earshot/errors';
import { decodeReasoning, type StoredReasoning } from './reasoning-content.js';
import { functionName } from './tool-names.js';

/** An item that has its content. */
export type ConcreteItem = Exclude<ResponseInputItem, { type: 'item_reference' }>;

/** Returns the messages of a chat that items stand for: reasoning, text and calls of one turn are one message. */
export function messagesOf(items: readonly ConcreteItem[]): ChatMessage[] {
  const conversation = new Conversation();
  for (const [position, item] of items.entries()) conversation.add(item, position);
  return conversation.messages();
}

class Conversation {
  readonly #messages: ChatMessage[] = [];
  /** The message that calls are added to; null after a message of another role. */
  #turn: ChatMessage | null = null;
  #reasoning: StoredReasoning | null = null;

  add(item: ConcreteItem, position: number): void {
    switch (item.type) {
      case 'message':
        return this.#addMessage(item);
      case 'reasoning':
        this.#reasoning = reasoningOf(item, position);
        return;
      case 'function_call':
        return this.#addCall(item.call_id, functionName(item.name, item.namespace), item.arguments);
      case 'custom_tool_call':
        return this.#addCall(
          item.call_id,
          functionName(item.name, item.namespace),
          JSON.stringify({ input: item.input }),
        );
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.#turn = null;
        this.#messages.push({ role: 'tool', content: contentOf(item.output), tool_call_id: item.call_id });
    }
  }

  messages(): ChatMessage[] {
    return this.#messages;
  }

  #addMessage({ role, content }: Extract<ConcreteItem, { type: 'message' }>): void {
    // The first system message is the instructions, which have a field of their own.
    const message: ChatMessage = { role: role === 'system' ? 'developer' : role, content: contentOf(content) };
    if (role === 'assistant') this.#begin(message);
    else {
      this.#turn = null;
      this.#messages.push(message);
    }
  }

  #addCall(id: string, name: string, text: string): void {
    const turn = this.#turn ?? this.#begin({ role: 'assistant', content: '' });
    turn.tool_calls = [...(turn.tool_calls ?? []), { id, name, arguments: text }];
  }

  #begin(message: ChatMessage): ChatMessage {
    const { text, blocks } = this.#reasoning ?? { text: '', blocks: [] };
    this.#turn = { ...message, ...thinkingFields(text, blocks) };
    this.#reasoning = null;
    this.#messages.push(this.#turn);
    return this.#turn;
  }
}

function reasoningOf(
  { summary, content, encrypted_content }: Extract<ConcreteItem, { type: 'reasoning' }>,
  position: number,
): StoredReasoning {
  if (encrypted_content != null && encrypted_content !== '') {
    const decoded = decodeReasoning(encrypted_content);
    if (decoded !== undefined) return decoded;
    const param = `input[${position}].encrypted_content`;
    throw invalidRequest('invalid_field', `${param}: expected the reasoning of a response of Earshot`, { param });
  }
  const texts = content?.length ? content : (summary ?? []);
  return { text: texts.map(({ text }) => text).join('\n\n'), blocks: [] };
}

/** A text wherever there are neither images nor fields for the provider. */
function contentOf(content: string | readonly ResponseInputPart[]): ChatMessage['content'] {
  if (typeof content === 'string') return content;
  const parts = content.map((part) => (part.type === 'refusal' ? { type: 'text' as const, text: part.text } : part));
  const texts = parts.flatMap((part) => (part.type === 'text' && !('provider_fields' in part) ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : parts;
}
