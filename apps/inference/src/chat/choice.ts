import type { ChatChunk, ToolCall, ToolCallPiece } from '@earshot/contracts-inference';
import type { ProviderEvent, ProviderFinishReason } from '../providers/model-provider.js';

/** What a chunk says of one choice. */
export type Piece = ChatChunk['choices'][number];

/** One choice of an answer as it grows: what there is of it, and what of that has not been said yet. */
export class Choice {
  text = '';
  /** undefined while it goes on. */
  finishReason: ProviderFinishReason | undefined;
  /** Calls of the caller's own functions. */
  readonly calls: ToolCall[] = [];
  #unsaid = '';
  #unsaidCalls: ToolCallPiece[] = [];
  #callsLength = 0;
  #begins = false;
  #endSaid = false;

  constructor(private readonly index: number) {}

  add(text: string): void {
    this.text += text;
    this.#unsaid += text;
  }

  /** @returns the length of all its calls so far, in UTF-16 units */
  addCall({ call: index, id, name, arguments: text }: Extract<ProviderEvent, { type: 'tool_call' }>): number {
    const known = this.calls[index];
    if (known === undefined) this.calls[index] = { id: id ?? '', name: name ?? '', arguments: text };
    else known.arguments += text;
    this.#unsaidCalls.push({
      index,
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      arguments: text,
    });
    return (this.#callsLength += text.length + (id?.length ?? 0) + (name?.length ?? 0));
  }

  /** It is under way, though there is no text of it yet: that is said too. */
  begin(): void {
    this.#begins = this.text === '';
  }

  /** Whether there is something to say. */
  get hasNews(): boolean {
    if (this.#begins || this.#unsaidCalls.length > 0) return true;
    return this.#unsaid !== '' || (this.finishReason !== undefined && !this.#endSaid);
  }

  /**
   * What is to be said next, and from now on is said; its end only with the last of its text.
   *
   * @param maxLength most of its text that may be said at once, in UTF-16 units; at least 2, which one code point may have.
   */
  next(maxLength: number): Piece {
    const { index, finishReason } = this;
    const text = head(this.#unsaid, maxLength);
    this.#unsaid = this.#unsaid.slice(text.length);
    this.#begins = false;
    const calls = this.#nextCalls(maxLength - text.length);
    const piece = { index, text, ...(calls.length > 0 && { tool_calls: calls }) };
    if (finishReason === undefined || this.#unsaid !== '' || this.#unsaidCalls.length > 0) return piece;
    this.#endSaid = true;
    return { ...piece, finish_reason: finishReason };
  }

  /** Calls come after the text, and none before all of it is said. */
  #nextCalls(maxLength: number): ToolCallPiece[] {
    const pieces: ToolCallPiece[] = [];
    let room = this.#unsaid === '' ? maxLength : 0;
    for (let first = this.#unsaidCalls[0]; first !== undefined && room >= 2; first = this.#unsaidCalls[0]) {
      const text = head(first.arguments, room);
      pieces.push({ ...first, arguments: text });
      room -= text.length;
      const rest = first.arguments.slice(text.length);
      if (rest === '') this.#unsaidCalls.shift();
      else this.#unsaidCalls[0] = { index: first.index, arguments: rest };
    }
    return pieces;
  }
}

/** Length of what a piece says, in UTF-16 units. */
export function lengthOf({ text, tool_calls = [] }: Piece): number {
  return tool_calls.reduce((length, call) => length + call.arguments.length, text.length);
}

/** The beginning of a text, never a part of a code point. */
export function head(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return (cut.charCodeAt(cut.length - 1) & 0xfc00) === 0xd800 ? cut.slice(0, -1) : cut;
}

/** The most bytes that one UTF-16 unit takes in JSON: a control character or a lone surrogate, written as \uXXXX. */
export const maxBytesPerUnit = 6;

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
