import type { TokenLogProb } from '@earshot/contracts-inference';
import type { Token } from 'node-llama-cpp';
import type { ProviderEvent, ProviderFinishReason } from '../model-provider.js';
import type { Prompt } from './prompt.js';
import { StopFilter } from './stop-filter.js';
import { type Detokenizer, TokenText } from './token-text.js';
import type { EventQueue } from '../event-queue.js';

/** One answer as it grows: counts its tokens, makes text of them and knows when it is over. */
export class Answer {
  /** Generated tokens, without the one that ended the answer. */
  readonly tokens: Token[] = [];
  finishReason: ProviderFinishReason | null = null;
  readonly #text: TokenText;
  readonly #filter: StopFilter;

  /** @param stop texts of the request that end the answer. @param maxTokens at least 1. */
  constructor(
    model: Detokenizer,
    private readonly prompt: Prompt,
    stop: readonly string[],
    private readonly maxTokens: number,
  ) {
    this.#text = new TokenText(model, prompt.tokens);
    this.#filter = new StopFilter([...stop, ...prompt.stopTexts]);
  }

  /** Takes the next token. @returns the text that can be shown now */
  push(token: Token): string {
    if (this.prompt.stopTokens.has(token)) return this.end();
    this.tokens.push(token);
    const shown = this.#filter.push(this.#text.push(token));
    if (this.#filter.stopped) {
      this.finishReason = 'stop';
      return shown;
    }
    if (this.tokens.length < this.maxTokens) return shown;
    return shown + this.end('length');
  }

  /** Ends the answer. @returns the text that was held back */
  end(reason: ProviderFinishReason = 'stop'): string {
    const last = this.#filter.push(this.#text.end());
    this.finishReason = this.#filter.stopped ? 'stop' : reason;
    return this.#filter.stopped ? last : last + this.#filter.end();
  }
}

/** Writes the choices of one answer into one queue. */
export class ChoiceEvents {
  #completionTokens = 0;

  /** @param open choices that have not ended. */
  constructor(
    private readonly queue: EventQueue<ProviderEvent>,
    private readonly promptTokens: number,
    private open: number,
  ) {}

  emit(index: number, text: string, logprobs: readonly TokenLogProb[] = []): void {
    if (text === '') return;
    this.queue.events.push({ type: 'delta', index, text, ...(logprobs.length > 0 && { logprobs }) });
    this.queue.notify();
  }

  /** Ends a choice; the last one adds the usage of all. */
  finish(index: number, finishReason: ProviderFinishReason, completionTokens: number): void {
    this.#completionTokens += completionTokens;
    this.open -= 1;
    if (this.open === 0) {
      const usage = { promptTokens: this.promptTokens, completionTokens: this.#completionTokens };
      this.queue.events.push({ type: 'usage', usage });
    }
    this.queue.events.push({ type: 'finish', index, finishReason });
    this.queue.notify();
  }
}
