import type { ProviderEvent, ProviderFinishReason } from '../model-provider.js';
import { CodePointGuard } from '../code-point-guard.js';
import { finishReason, type CompletionChoice } from './completion-shapes.js';

/** One choice of a stream. */
export class StreamChoice {
  private readonly guard = new CodePointGuard();
  private reason: ProviderFinishReason | null = null;

  /** @param index of the choice in the answer. */
  constructor(private readonly index: number) {}

  /** Whether the server has said that, and why, it ended. */
  get ended(): boolean {
    return this.reason !== null;
  }

  /** Takes the choice's part of one event. @returns the length of the text that it had */
  take({ delta, finish_reason: reason }: CompletionChoice, events: ProviderEvent[]): number {
    if (reason !== undefined && reason !== null && reason !== '') this.reason = finishReason(reason);
    const text = delta?.content;
    if (typeof text !== 'string' || text === '') return 0;
    this.say(this.guard.push(text), events);
    return text.length;
  }

  /** The end of the stream. */
  finish(events: ProviderEvent[]): void {
    this.say(this.guard.end(), events);
    events.push({ type: 'finish', index: this.index, finishReason: this.reason ?? 'stop' });
  }

  private say(text: string, events: ProviderEvent[]): void {
    if (text !== '') events.push({ type: 'delta', index: this.index, text });
  }
}
