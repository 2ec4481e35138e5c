import { randomUUID } from 'node:crypto';
import { CodePointGuard } from '../code-point-guard.js';
import { providerFailed } from '../http/provider-errors.js';
import type { ProviderEvent } from '../model-provider.js';
import { type AnswerBlock, type BlockDelta, finishReason } from './message-shapes.js';

/** Limit of function calls of one answer. */
const maxCalls = 128;

/** Limit of the citations of an answer, in UTF-16 units of JSON: far above what servers send. */
const maxCitationsLength = 65_536;

/** A block that is being read. */
interface OpenBlock {
  readonly type: unknown;
  readonly guard: CodePointGuard;
  /** Number of its call; undefined for other blocks. */
  readonly call?: number;
  /** UTF-16 units of its texts. */
  length: number;
  signature: string;
}

/** Reads the blocks of one answer, whole or piece by piece. */
export class BlockReader {
  readonly #open = new Map<number, OpenBlock>();
  #calls = 0;
  #citationsLength = 0;

  /** @param index of the choice. */
  constructor(private readonly index: number) {}

  /** Begins a block. @returns the length of its texts. @throws AppError `provider_failed` */
  start(position: number, block: AnswerBlock, events: ProviderEvent[]): number {
    const { type } = block;
    const open: OpenBlock = { type, guard: new CodePointGuard(), length: 0, signature: '' };
    if (type === 'tool_use') this.#open.set(position, { ...open, call: this.#beginCall(block, events) });
    else this.#open.set(position, open);
    if (type === 'redacted_thinking' && typeof block.data === 'string') {
      events.push({ type: 'reasoning_block', index: this.index, block: { data: block.data } });
      return block.data.length;
    }
    const { text, thinking, signature } = block;
    const citations = Array.isArray(block.citations) ? (block.citations as unknown[]) : [];
    const lengths = citations.map((citation) => this.delta(position, { type: 'citations_delta', citation }, events));
    lengths.push(this.delta(position, { text, thinking, signature }, events));
    return lengths.reduce((sum, length) => sum + length, 0);
  }

  /** Takes what is new of a block. @returns the length of its texts. @throws AppError `provider_failed` */
  delta(
    position: number,
    { text, thinking, signature, partial_json, citation }: BlockDelta,
    events: ProviderEvent[],
  ): number {
    const block = this.#open.get(position);
    if (block === undefined) return 0;
    if (typeof signature === 'string') block.signature += signature;
    if (citation !== undefined) this.#cite(citation, events);
    const written = block.type === 'thinking' ? thinking : block.type === 'tool_use' ? partial_json : text;
    if (typeof written !== 'string') return 0;
    block.length += written.length;
    this.#emit(block, block.guard.push(written), events);
    return written.length;
  }

  /** Ends a block. */
  stop(position: number, events: ProviderEvent[]): void {
    const block = this.#open.get(position);
    if (block === undefined) return;
    this.#open.delete(position);
    this.#emit(block, block.guard.end(), events);
    const { index } = this;
    if (block.call !== undefined && block.length === 0)
      events.push({ type: 'tool_call', index, call: block.call, arguments: '{}' });
    const { signature, length: characters } = block;
    if (block.type === 'thinking' && signature !== '')
      events.push({ type: 'reasoning_block', index, block: { characters, signature } });
  }

  /** Ends the answer. @param reason as the server says it. */
  finish(reason: unknown, events: ProviderEvent[]): void {
    for (const position of this.#open.keys()) this.stop(position, events);
    events.push({ type: 'finish', index: this.index, finishReason: finishReason(reason) });
  }

  #beginCall({ id, name }: AnswerBlock, events: ProviderEvent[]): number {
    if (typeof name !== 'string' || name === '') throw providerFailed('its answer has a tool call without a name');
    const call = this.#calls++;
    if (call >= maxCalls) throw providerFailed('its answer has too many tool calls');
    const given = typeof id === 'string' && id !== '' ? id : `toolu_${randomUUID()}`;
    events.push({ type: 'tool_call', index: this.index, call, id: given, name, arguments: '' });
    return call;
  }

  #cite(citation: unknown, events: ProviderEvent[]): void {
    this.#citationsLength += JSON.stringify(citation).length;
    if (this.#citationsLength > maxCitationsLength) throw providerFailed('its citations are too large');
    events.push({ type: 'annotations', index: this.index, annotations: [citation] });
  }

  #emit({ type, call }: OpenBlock, text: string, events: ProviderEvent[]): void {
    const { index } = this;
    if (text === '') return;
    if (type === 'text') events.push({ type: 'delta', index, text });
    else if (type === 'thinking') events.push({ type: 'reasoning', index, text });
    else if (call !== undefined) events.push({ type: 'tool_call', index, call, arguments: text });
  }
}
