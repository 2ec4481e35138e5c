import type { Token } from 'node-llama-cpp';

/** What is needed of a model to make text of tokens. */
export interface Detokenizer {
  /** `before`: tokens that precede, since some vocabularies drop the space of the very first word. */
  detokenize(tokens: Token[], special: boolean, before: Token[]): string;
}

/** Limit of pending tokens of a code point of at most 4 bytes: a longer run of U+FFFD is the model's own text. */
const MAX_PENDING_TOKENS = 8;
/** Preceding tokens that decide about a space. */
const TOKENS_BEFORE = 4;

/** Makes text of tokens that come one by one; bytes of an unfinished code point wait for the rest of it. */
export class TokenText {
  #pending: Token[] = [];
  #before: Token[];
  /** Length of `pending` that was shown already. */
  #shown = 0;

  constructor(
    private readonly model: Detokenizer,
    promptTokens: readonly Token[],
  ) {
    this.#before = promptTokens.slice(-TOKENS_BEFORE);
  }

  /** The text that a token completes, often its own. */
  push(token: Token): string {
    this.#pending.push(token);
    const text = this.#text();
    // The engine writes U+FFFD for an incomplete code point.
    const whole = text.replace(/\ufffd+$/, '');
    const settled = whole.length === text.length || this.#pending.length > MAX_PENDING_TOKENS;
    const piece = (settled ? text : whole).slice(this.#shown);
    this.#shown += piece.length;
    if (settled) this.#settle();
    return piece;
  }

  end(): string {
    const rest = this.#text().slice(this.#shown);
    this.#settle();
    return rest;
  }

  #text(): string {
    return this.#pending.length === 0 ? '' : this.model.detokenize(this.#pending, false, this.#before);
  }

  #settle(): void {
    this.#before = [...this.#before, ...this.#pending].slice(-TOKENS_BEFORE);
    this.#pending = [];
    this.#shown = 0;
  }
}
