import { PROMPT_ROUND_MS } from './llama-settings.js';

/** Prompt tokens of a round: the initial value, and the bounds of its adaptation. */
const FIRST_TOKENS = 16;
const MIN_TOKENS = 8;
const MAX_TOKENS = 480;
/** Limit of growth from one round to the next: one quick round proves little. */
const GROWTH = 4;

/** Prompt tokens of a turn that is computed alone. A constant: what is computed together decides how it is rounded. */
const ALONE_TOKENS = 32;

interface Turn {
  requested: number;
  alone: boolean;
  begin: (granted: number) => void;
}

/**
 * Computes the sequences of one context in step: requests that arrive during a round join the next one as one batch.
 * The engine alone starts a batch as soon as the last one ends, so two answers would alternate.
 *
 * Answers take one token a round. Reading prompts is bounded in time: until its end no answer goes on.
 * A turn may be computed alone, as a round of its own, so that its numbers do not depend on other sequences.
 */
export class Rounds {
  #waiting: Turn[] = [];
  #running = 0;
  #scheduled = false;
  #promptTokens = FIRST_TOKENS;
  readonly #maxPromptTokens: number;
  #startedAt = 0;
  #reading = 0;

  /** @param batchTokens the engine's batch size; `sequences` of them are for answers. */
  constructor(batchTokens: number, sequences: number) {
    this.#maxPromptTokens = Math.max(1, Math.min(MAX_TOKENS, batchTokens - sequences));
  }

  /** Computes in the next round. @param requested tokens to evaluate. @param compute gets how many it may evaluate. */
  async run<T>(requested: number, alone: boolean, compute: (granted: number) => Promise<T>): Promise<T> {
    const granted = await new Promise<number>((begin) => {
      this.#waiting.push({ requested, alone, begin });
      this.#schedule();
    });
    try {
      return await compute(granted);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#ended();
    }
  }

  /** Runs in its own turn of the event loop: by then all continuing answers have queued. */
  #schedule(): void {
    if (this.#scheduled || this.#running > 0 || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#scheduled = false;
    const [first] = this.#waiting;
    if (first?.alone === true) return this.#beginAlone(first);
    const turns = this.#waiting.filter(({ alone }) => !alone);
    this.#waiting = this.#waiting.filter(({ alone }) => alone);
    this.#running = turns.length;
    const readers = turns.filter(({ requested }) => requested > 1).length;
    const share = readers === 0 ? 1 : Math.max(1, Math.floor(this.#promptTokens / readers));
    this.#reading = turns.reduce((sum, { requested }) => (requested > 1 ? sum + Math.min(requested, share) : sum), 0);
    this.#startedAt = performance.now();
    for (const { requested, begin } of turns) begin(Math.min(requested, share));
  }

  #beginAlone(turn: Turn): void {
    this.#waiting.shift();
    this.#running = 1;
    this.#reading = 0;
    turn.begin(Math.min(turn.requested, ALONE_TOKENS, this.#maxPromptTokens));
  }

  #ended(): void {
    if (this.#reading > 0) {
      const requireDimensions = (this.#reading * PROMPT_ROUND_MS) / Math.max(1, performance.now() - this.#startedAt);
      const most = Math.min(this.#maxPromptTokens, this.#promptTokens * GROWTH);
      this.#promptTokens = Math.min(most, Math.max(MIN_TOKENS, Math.round(requireDimensions)));
    }
    this.#schedule();
  }
}
