import type { EventQueue } from '../event-queue.js';
import type { ProviderEvent, ProviderFinishReason } from '../model-provider.js';

/** What the choices of one answer say, into one queue. */
export class ChoiceEvents {
  private completionTokens = 0;

  /** @param open choices that have not ended. */
  constructor(
    private readonly queue: EventQueue<ProviderEvent>,
    private readonly promptTokens: number,
    private open: number,
  ) {}

  /** A piece of a choice. */
  say(index: number, text: string): void {
    if (text === '') return;
    this.queue.events.push({ type: 'delta', index, text });
    this.queue.notify();
  }

  /** The end of a choice; with the last one goes what all of them took. */
  finish(index: number, finishReason: ProviderFinishReason, completionTokens: number): void {
    this.completionTokens += completionTokens;
    this.open -= 1;
    if (this.open === 0) {
      const usage = { promptTokens: this.promptTokens, completionTokens: this.completionTokens };
      this.queue.events.push({ type: 'usage', usage });
    }
    this.queue.events.push({ type: 'finish', index, finishReason });
    this.queue.notify();
  }
}
