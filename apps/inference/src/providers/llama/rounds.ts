import { PROMPT_ROUND_MS } from './llama-settings.js';

/** Prompt tokens of a round: how many at first, on an unknown machine, and the bounds within which they adapt to it. */
const FIRST_TOKENS = 16;
const MIN_TOKENS = 8;
const MAX_TOKENS = 480;
/** One round that happened to be quick says little: the next one is at most this many times as large. */
const GROWTH = 4;

interface Turn {
  wanted: number;
  begin: (granted: number) => void;
}

/**
 * Lets the sequences of one context compute in step: whoever asked while a round was computed is in the next one, all of it one
 * batch. On its own the engine starts a batch with whatever is queued the moment the last one ends, when those who were in that
 * one have not asked again yet: two answers then take turns instead of sharing each pass over the weights.
 *
 * Answers take one token a round; what a round reads of prompts is bounded in time, for until its end no answer goes on, no new
 * request joins and no abort is noticed.
 */
export class Rounds {
  private asked: Turn[] = [];
  private running = 0;
  private scheduled = false;
  private promptTokens = FIRST_TOKENS;
  private readonly maxPromptTokens: number;
  /** Of the round under way. */
  private startedAt = 0;
  private reading = 0;

  /** @param batchTokens what the engine computes at once; `sequences` of them are for answers. */
  constructor(batchTokens: number, sequences: number) {
    this.maxPromptTokens = Math.max(1, Math.min(MAX_TOKENS, batchTokens - sequences));
  }

  /**
   * Computes with the next round.
   *
   * @param wanted tokens to evaluate, at least 1.
   * @param compute told how many of them it may now, at least 1.
   */
  async run<T>(wanted: number, compute: (granted: number) => Promise<T>): Promise<T> {
    const granted = await new Promise<number>((begin) => {
      this.asked.push({ wanted, begin });
      this.schedule();
    });
    try {
      return await compute(granted);
    } finally {
      this.running -= 1;
      if (this.running === 0) this.ended();
    }
  }

  /** In a turn of the event loop of its own: by then all that go on with what the last round gave them have asked. */
  private schedule(): void {
    if (this.scheduled || this.running > 0 || this.asked.length === 0) return;
    this.scheduled = true;
    setImmediate(() => this.begin());
  }

  private begin(): void {
    const turns = this.asked;
    this.asked = [];
    this.scheduled = false;
    this.running = turns.length;
    const readers = turns.filter(({ wanted }) => wanted > 1).length;
    const share = readers === 0 ? 1 : Math.max(1, Math.floor(this.promptTokens / readers));
    this.reading = turns.reduce((sum, { wanted }) => (wanted > 1 ? sum + Math.min(wanted, share) : sum), 0);
    this.startedAt = performance.now();
    for (const { wanted, begin } of turns) begin(Math.min(wanted, share));
  }

  private ended(): void {
    if (this.reading > 0) {
      const requireDimensions = (this.reading * PROMPT_ROUND_MS) / Math.max(1, performance.now() - this.startedAt);
      const most = Math.min(this.maxPromptTokens, this.promptTokens * GROWTH);
      this.promptTokens = Math.min(most, Math.max(MIN_TOKENS, Math.round(requireDimensions)));
    }
    this.schedule();
  }
}
