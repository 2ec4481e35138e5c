import { head, jsonBytes, maxBytesPerUnit } from './choice.js';

/**
 * Most that the choices of one answer have together, in bytes of JSON: some 1,000,000 tokens of English. Half of what the lane holds of an
 * answer that comes whole.
 */
const maxAnswerBytes = 4 * 1_048_576;

/** What has been made of one choice. */
type Said = Readonly<{ text: string }>;

/** Ends an answer that would never end by itself: it is held in memory until it is on record. */
export class AnswerBudget {
  /** How much more fits whatever it consists of, in UTF-16 units. */
  #safeLength: number;

  constructor(private readonly limitBytes = maxAnswerBytes) {
    this.#safeLength = Math.floor(limitBytes / maxBytesPerUnit);
  }

  /**
   * What of the next piece of a choice still fits: all of it in the usual case; less, maybe nothing, when the answer is full. Measures only
   * now and then.
   *
   * @param choices all of them as they are, the piece not yet among them.
   */
  admit(piece: string, choices: readonly Said[]): string {
    if (piece.length <= this.#safeLength) {
      this.#safeLength -= piece.length;
      return piece;
    }
    const left = choices.reduce((bytes, { text }) => bytes - jsonBytes(text), this.limitBytes);
    const leftAfter = left - jsonBytes(piece);
    this.#safeLength = Math.max(0, Math.floor(leftAfter / maxBytesPerUnit));
    return leftAfter >= 0 ? piece : head(piece, Math.max(0, Math.floor(left / maxBytesPerUnit)));
  }
}
