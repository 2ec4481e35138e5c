import { jsonBytes, maxBytesPerUnit } from './choice.js';
import { head } from './growing-text.js';

/** Limit of all choices of an answer, in bytes of JSON: 1,000,000 English tokens, half of the lane's limit. */
const maxAnswerBytes = 4 * 1_048_576;

/** Ends an answer that would never end by itself: it is held in memory until it is on record. */
export class AnswerBudget {
  /** Length that still fits in the worst case, in UTF-16 units. */
  #safeLength: number;

  constructor(private readonly limitBytes = maxAnswerBytes) {
    this.#safeLength = Math.floor(limitBytes / maxBytesPerUnit);
  }

  /** The part of the next piece that fits. Measures only near the limit. @param choices without the piece. */
  admit(piece: string, choices: readonly { readonly text: string; readonly reasoning?: string }[]): string {
    if (piece.length <= this.#safeLength) {
      this.#safeLength -= piece.length;
      return piece;
    }
    const remaining = choices.reduce(
      (bytes, { text, reasoning = '' }) => bytes - jsonBytes(text + reasoning),
      this.limitBytes,
    );
    const leftAfter = remaining - jsonBytes(piece);
    this.#safeLength = Math.max(0, Math.floor(leftAfter / maxBytesPerUnit));
    return leftAfter >= 0 ? piece : head(piece, Math.max(0, Math.floor(remaining / maxBytesPerUnit)));
  }
}
