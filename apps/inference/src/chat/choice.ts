import type { ChatChunk } from '@earshot/contracts-inference';
import type { ProviderFinishReason } from '../providers/model-provider.js';

/** What a chunk says of one choice. */
export type Piece = ChatChunk['choices'][number];

/** One choice of an answer as it grows: what there is of it, and what of that has not been said yet. */
export class Choice {
  text = '';
  /** undefined while it goes on. */
  finishReason: ProviderFinishReason | undefined;
  #unsaid = '';
  #endSaid = false;

  constructor(private readonly index: number) {}

  add(text: string): void {
    this.text += text;
    this.#unsaid += text;
  }

  /** Whether there is something to say. */
  get hasNews(): boolean {
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
    if (finishReason === undefined || this.#unsaid !== '') return { index, text };
    this.#endSaid = true;
    return { index, text, finish_reason: finishReason };
  }
}

/** The beginning of a text, never a part of a code point. */
export function head(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  return (cut.charCodeAt(cut.length - 1) & 0xfc00) === 0xd800 ? cut.slice(0, -1) : cut;
}
