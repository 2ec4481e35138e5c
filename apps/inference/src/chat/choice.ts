import type { ChatChunk, ReasoningBlock, TokenLogProb, ToolCall, ToolCallPiece } from '@earshot/contracts-inference';
import type { ProviderEvent, ProviderFinishReason } from '../providers/model-provider.js';
import { GrowingText, head } from './growing-text.js';

/** Limits of the calls and of the reasoning blocks of one choice, in UTF-16 units: far above what models write. */
const [maxCallsLength, maxBlocksLength] = [16_384, 131_072];

/** The part of a chunk for one choice. */
export type Piece = ChatChunk['choices'][number];

/** Kinds of texts of a choice. */
export type TextKind = 'text' | 'reasoning' | 'refusal';

/** One choice of an answer as it grows, with the part that was not emitted yet. */
export class Choice {
  /** Its texts by their names in a chunk. */
  readonly #texts = { text: new GrowingText(), reasoning: new GrowingText(), refusal: new GrowingText() };
  finishReason: ProviderFinishReason | undefined;
  /** Calls of the caller's own functions. */
  readonly calls: ToolCall[] = [];
  /** Ended parts of the reasoning that the provider wants back unchanged. */
  readonly reasoningBlocks: ReasoningBlock[] = [];
  #pendingBlocks: ReasoningBlock[] = [];
  #blocksLength = 0;
  #pendingAnnotations: unknown[] = [];
  #pendingCalls: ToolCallPiece[] = [];
  #pendingLogprobs: TokenLogProb[] = [];
  #callsLength = 0;
  #begins = false;
  #endEmitted = false;

  constructor(private readonly index: number) {}

  get text(): string {
    return this.#texts.text.text;
  }

  /** What the model wrote before the text. */
  get reasoning(): string {
    return this.#texts.reasoning.text;
  }

  get refusal(): string {
    return this.#texts.refusal.text;
  }

  /** Adds to one of its texts. */
  add(text: string, kind: TextKind = 'text'): void {
    this.#texts[kind].add(text);
  }

  /** @returns false if all its blocks exceed their limit */
  addReasoningBlock(block: ReasoningBlock): boolean {
    this.reasoningBlocks.push(block);
    this.#pendingBlocks.push(block);
    this.#blocksLength += JSON.stringify(block).length;
    return this.#blocksLength <= maxBlocksLength;
  }

  /** @returns true: they have no limit of their own */
  addAnnotations(annotations: readonly unknown[]): true {
    this.#pendingAnnotations.push(...annotations);
    return true;
  }

  /** @returns the length of these log probabilities in JSON */
  addLogprobs(logprobs: readonly TokenLogProb[]): number {
    this.#pendingLogprobs.push(...logprobs);
    return JSON.stringify(logprobs).length;
  }

  /** @returns false if all its calls exceed their limit */
  addCall({ call: index, id, name, arguments: text }: Extract<ProviderEvent, { type: 'tool_call' }>): boolean {
    const known = this.calls[index];
    if (known === undefined) this.calls[index] = { id: id ?? '', name: name ?? '', arguments: text };
    else known.arguments += text;
    this.#pendingCalls.push({
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      arguments: text,
    });
    this.#callsLength += text.length + (id?.length ?? 0) + (name?.length ?? 0);
    return this.#callsLength <= maxCallsLength;
  }

  /** Announces the choice before it has text. */
  begin(): void {
    this.#begins = this.text === '';
  }

  get hasPending(): boolean {
    return this.#begins || this.#hasOutput || (this.finishReason !== undefined && !this.#endEmitted);
  }

  /** Whether there is output that was not emitted yet. */
  get #hasOutput(): boolean {
    const { text, reasoning, refusal } = this.#texts;
    if (text.hasPending || reasoning.hasPending || refusal.hasPending) return true;
    const lists = [this.#pendingBlocks, this.#pendingCalls, this.#pendingLogprobs, this.#pendingAnnotations];
    return lists.some(({ length }) => length > 0);
  }

  /** Returns the next part and marks it as emitted. @param maxLength of its texts in UTF-16 units, at least 2. */
  next(maxLength: number): Piece {
    const { index, finishReason } = this;
    const reasoning = this.#texts.reasoning.next(maxLength);
    const refusal = this.#texts.refusal.next(maxLength - reasoning.length);
    const text = this.#texts.text.next(maxLength - reasoning.length - refusal.length);
    this.#begins = false;
    const calls = this.#nextCalls(maxLength - reasoning.length - refusal.length - text.length);
    const logprobs = this.#nextLogprobs(maxLength);
    const annotations = this.#pendingAnnotations.splice(0);
    const blocks = this.#texts.reasoning.hasPending ? [] : this.#pendingBlocks.splice(0);
    const piece = {
      index,
      text,
      ...(reasoning !== '' && { reasoning }),
      ...(blocks.length > 0 && { reasoning_blocks: blocks }),
      ...(refusal !== '' && { refusal }),
      ...(annotations.length > 0 && { annotations }),
      ...(logprobs.length > 0 && { logprobs }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    if (finishReason === undefined || this.#hasOutput) return piece;
    this.#endEmitted = true;
    return { ...piece, finish_reason: finishReason };
  }

  /** At least one entry, if there is any. @param maxLength in JSON. */
  #nextLogprobs(maxLength: number): TokenLogProb[] {
    let room = maxLength;
    const end = this.#pendingLogprobs.findIndex((entry) => (room -= JSON.stringify(entry).length) < 0);
    return this.#pendingLogprobs.splice(0, end === -1 ? this.#pendingLogprobs.length : Math.max(1, end));
  }

  /** Calls follow the complete text. */
  #nextCalls(maxLength: number): ToolCallPiece[] {
    const pieces: ToolCallPiece[] = [];
    let room = this.#texts.text.hasPending ? 0 : maxLength;
    for (let first = this.#pendingCalls[0]; first !== undefined && room >= 2; first = this.#pendingCalls[0]) {
      const text = head(first.arguments, room);
      pieces.push({ ...first, arguments: text });
      room -= text.length;
      const rest = first.arguments.slice(text.length);
      if (rest === '') this.#pendingCalls.shift();
      else this.#pendingCalls[0] = { index: first.index, arguments: rest };
    }
    return pieces;
  }
}

/** Length of the texts of a part in UTF-16 units. */
export function lengthOf({
  text,
  reasoning = '',
  reasoning_blocks,
  refusal = '',
  annotations,
  logprobs,
  tool_calls = [],
}: Piece): number {
  const lists = [reasoning_blocks, annotations, logprobs].reduce(
    (length, list) => length + (list ? JSON.stringify(list).length : 0),
    0,
  );
  const own = text.length + reasoning.length + refusal.length + lists;
  return tool_calls.reduce((length, call) => length + call.arguments.length, own);
}

/** Upper bound of bytes for one UTF-16 unit in JSON: a control character or lone surrogate, written as \uXXXX. */
export const maxBytesPerUnit = 6;

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
