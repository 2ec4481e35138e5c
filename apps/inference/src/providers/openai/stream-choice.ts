import type { ProviderEvent } from '../model-provider.js';
import { CodePointGuard } from '../code-point-guard.js';
import { finishReason, textOf, type CompletionChoice } from './completion-shapes.js';
import { ToolCallReader } from './tool-call-reader.js';

/** One choice of a stream. */
export class StreamChoice {
  private readonly guard = new CodePointGuard();
  private readonly calls: ToolCallReader;
  private reason: unknown = null;

  /** @param index of the choice in the answer. */
  constructor(private readonly index: number) {
    this.calls = new ToolCallReader(index);
  }

  /** Whether the server has said that, and why, it ended. */
  get ended(): boolean {
    return this.reason !== null;
  }

  /** Takes the choice's part of one event. @returns the length of the text that it had */
  take({ delta, finish_reason: reason }: CompletionChoice, events: ProviderEvent[]): number {
    if (reason !== undefined && reason !== null && reason !== '') this.reason = reason;
    const text = textOf(delta?.content);
    if (text !== '') this.say(this.guard.push(text), events);
    return text.length + this.calls.take(delta?.tool_calls, events);
  }

  /** The end of the stream. */
  finish(events: ProviderEvent[]): void {
    this.say(this.guard.end(), events);
    this.calls.end(events);
    events.push({ type: 'finish', index: this.index, finishReason: finishReason(this.reason, this.calls.any) });
  }

  private say(text: string, events: ProviderEvent[]): void {
    if (text !== '') events.push({ type: 'delta', index: this.index, text });
  }
}
