import type { ChatChunk, TokenLogProb, ToolCall, ToolCallPiece } from '@earshot/contracts-inference';
import type { ProviderEvent, ProviderFinishReason } from '../providers/model-provider.js';

/** The part of a chunk for one choice. */
export type Piece = ChatChunk['choices'][number];

/** One choice of an answer as it grows, with the part that was not emitted yet. */
export class Choice {
  text = '';
  finishReason: ProviderFinishReason | undefined;
  /** Calls of the caller's own functions. */
  readonly calls: ToolCall[] = [];
  #pendingText = '';
  #pendingCalls: ToolCallPiece[] = [];
  #pendingLogprobs: TokenLogProb[] = [];
  #callsLength = 0;
  #begins = false;
  #endEmitted = false;

  constructor(private readonly index: number) {}

  add(text: string): void {
    this.text += text;
    this.#pendingText += text;
  }

  /** @returns the length of these log probabilities in JSON */
  addLogprobs(logprobs: readonly TokenLogProb[]): number {
    this.#pendingLogprobs.push(...logprobs);
    return JSON.stringify(logprobs).length;
  }

  /** @returns the length of all its calls so far, in UTF-16 units */
  addCall({ call: index, id, name, arguments: text }: Extract<ProviderEvent, { type: 'tool_call' }>): number {
    const known = this.calls[index];
    if (known === undefined) this.calls[index] = { id: id ?? '', name: name ?? '', arguments: text };
    else known.arguments += text;
    this.#pendingCalls.push({
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      arguments: text,
    });
    return (this.#callsLength += text.length + (id?.length ?? 0) + (name?.length ?? 0));
  }

  /** Announces the choice before it has text. */
  begin(): void {
    this.#begins = this.text === '';
  }

  get hasPending(): boolean {
    if (this.#begins || this.#pendingCalls.length > 0 || this.#pendingLogprobs.length > 0) return true;
    return this.#pendingText !== '' || (this.finishReason !== undefined && !this.#endEmitted);
  }

  /** Returns the next part and marks it as emitted. @param maxLength of its texts in UTF-16 units, at least 2. */
  next(maxLength: number): Piece {
    const { index, finishReason } = this;
    const text = head(this.#pendingText, maxLength);
    this.#pendingText = this.#pendingText.slice(text.length);
    this.#begins = false;
    const calls = this.#nextCalls(maxLength - text.length);
    const logprobs = this.#nextLogprobs(maxLength);
    const piece = {
      index,
      text,
      ...(logprobs.length > 0 && { logprobs }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    const rest = this.#pendingCalls.length + this.#pendingLogprobs.length;
    if (finishReason === undefined || this.#pendingText !== '' || rest > 0) return piece;
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
    let room = this.#pendingText === '' ? maxLength : 0;
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
export function lengthOf({ text, tool_calls = [], logprobs }: Piece): number {
  const own = text.length + (logprobs === undefined ? 0 : JSON.stringify(logprobs).length);
  return tool_calls.reduce((length, call) => length + call.arguments.length, own);
}

/** The beginning of a text, never a part of a code point. */
export function head(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return (cut.charCodeAt(cut.length - 1) & 0xfc00) === 0xd800 ? cut.slice(0, -1) : cut;
}

/** Upper bound of bytes for one UTF-16 unit in JSON: a control character or lone surrogate, written as \uXXXX. */
export const maxBytesPerUnit = 6;

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
