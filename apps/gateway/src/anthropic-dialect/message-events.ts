import type { ChatChunk, ChatRequest, ReasoningBlock } from '@earshot/contracts-inference';
import type { WireError } from '@earshot/errors';
import type { AnswerEvents } from '../chat-completions/answer-format.js';
import { errorOf } from '../http/anthropic-errors.js';
import { messageId, stopReason, toCitation, toUsage } from './message-format.js';

type Piece = ChatChunk['choices'][number];

const noUsage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** Serializes an answer as the events of a message (https://docs.claude.com/en/docs/build-with-claude/streaming). */
export class MessageEvents implements AnswerEvents {
  #events = '';
  #begun = false;
  #blocks = 0;
  /** Type of the open block of thinking or text, the last one; null for none. */
  #open: 'thinking' | 'text' | null = null;
  /** Characters of the open thinking. */
  #thought = 0;
  /** Indexes of the blocks of calls, which end with the answer, by the number of the call. */
  readonly #calls = new Map<number, number>();
  #reason: Piece['finish_reason'];
  #usage: ChatChunk['usage'];
  #servedBy: ChatChunk['served_by'];

  constructor(private readonly request: ChatRequest) {}

  of(chunks: readonly ChatChunk[]): string {
    for (const { model, choices, usage, served_by } of chunks) {
      if (!this.#begun) this.#begin(model);
      this.#usage ??= usage;
      this.#servedBy ??= served_by;
      for (const piece of choices) this.#take(piece);
    }
    return this.#flush();
  }

  end(): string {
    if (!this.#begun || this.#usage === undefined) throw new Error('The answer ended without its model or its usage.');
    this.#close();
    for (const index of this.#calls.values()) this.#emit('content_block_stop', { index });
    const delta = { stop_reason: stopReason(this.#reason), stop_sequence: null };
    this.#emit('message_delta', { delta, usage: toUsage(this.#usage, this.#servedBy) });
    this.#emit('message_stop', {});
    return this.#flush();
  }

  failed(error: WireError): string {
    this.#events = '';
    this.#emit('error', { error: errorOf(error) });
    return this.#flush();
  }

  #begin(model: string | undefined): void {
    if (model === undefined) throw new Error('The answer began without its model.');
    this.#begun = true;
    const head = { id: messageId(this.request), type: 'message', role: 'assistant', model, content: [] };
    this.#emit('message_start', { message: { ...head, stop_reason: null, stop_sequence: null, usage: noUsage } });
  }

  #take({
    text,
    reasoning = '',
    reasoning_blocks = [],
    refusal = '',
    annotations = [],
    tool_calls = [],
    ...end
  }: Piece) {
    this.#think(reasoning, reasoning_blocks);
    if (text + refusal !== '') this.#write('text', { type: 'text_delta', text: text + refusal });
    for (const annotation of annotations)
      this.#write('text', { type: 'citations_delta', citation: toCitation(annotation) });
    for (const { index, id, name, arguments: partial_json } of tool_calls) {
      const block = this.#calls.get(index) ?? this.#call(index, { type: 'tool_use', id, name, input: {} });
      if (partial_json !== '') this.#delta(block, { type: 'input_json_delta', partial_json });
    }
    this.#reason = end.finish_reason ?? this.#reason;
  }

  /** Writes reasoning, with the ends of its parts where they are. */
  #think(reasoning: string, ends: readonly ReasoningBlock[]): void {
    let rest = reasoning;
    for (const end of ends) {
      if ('data' in end) {
        this.#close();
        const index = this.#start({ type: 'redacted_thinking', data: end.data });
        this.#emit('content_block_stop', { index });
        continue;
      }
      const own = rest.slice(0, Math.max(0, end.characters - this.#thought));
      rest = rest.slice(own.length);
      if (own !== '') this.#write('thinking', { type: 'thinking_delta', thinking: own });
      this.#write('thinking', { type: 'signature_delta', signature: end.signature });
      this.#close();
    }
    if (rest === '') return;
    this.#write('thinking', { type: 'thinking_delta', thinking: rest });
    this.#thought += rest.length;
  }

  /** Writes a part of a block of this type, which begins unless it is open. */
  #write(type: 'thinking' | 'text', delta: object): void {
    if (this.#open !== type) {
      this.#close();
      this.#start(type === 'text' ? { type, text: '', citations: null } : { type, thinking: '', signature: '' });
      this.#open = type;
    }
    this.#delta(this.#blocks - 1, delta);
  }

  #call(number: number, block: object): number {
    this.#close();
    const index = this.#start(block);
    this.#calls.set(number, index);
    return index;
  }

  /** @returns the index of the new block */
  #start(content_block: object): number {
    const index = this.#blocks++;
    this.#emit('content_block_start', { index, content_block });
    return index;
  }

  #close(): void {
    if (this.#open !== null) this.#emit('content_block_stop', { index: this.#blocks - 1 });
    this.#open = null;
    this.#thought = 0;
  }

  #delta(index: number, delta: object): void {
    this.#emit('content_block_delta', { index, delta });
  }

  #emit(type: string, fields: object): void {
    this.#events += `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  }

  #flush(): string {
    const events = this.#events;
    this.#events = '';
    return events;
  }
}
