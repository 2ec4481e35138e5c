import type { TokenLogProb } from '@earshot/contracts-inference';
import type { ProviderEvent } from '../model-provider.js';
import { CodePointGuard } from '../code-point-guard.js';
import { providerFailed } from '../http/provider-errors.js';
import {
  annotationsOf,
  type CompletionChoice,
  type CompletionMessage,
  finishReason,
  logprobsOf,
  reasoningOf,
  refusalOf,
  textOf,
} from './completion-shapes.js';
import { ToolCallReader } from './tool-call-reader.js';

/** Limit of the refusal and of the annotations of a choice, in UTF-16 units of JSON: far above what servers send. */
const maxExtrasLength = 16_384;

/** Reads the message of one choice, whole or piece by piece. */
export class MessageReader {
  readonly #guards = { delta: new CodePointGuard(), reasoning: new CodePointGuard() };
  readonly #calls: ToolCallReader;
  #extrasLength = 0;

  constructor(private readonly index: number) {
    this.#calls = new ToolCallReader(index);
  }

  /** Takes a message, or a part of one. @returns the length of its texts. @throws AppError `provider_failed` */
  take(message: CompletionMessage, choice: CompletionChoice, events: ProviderEvent[]): number {
    const { index } = this;
    const reasoning = reasoningOf(message);
    if (reasoning !== '') this.#emitReasoning(this.#guards.reasoning.push(reasoning), events);
    const text = textOf(message.content);
    this.#emit(this.#guards.delta.push(text), events, logprobsOf(choice));
    const refusal = refusalOf(message);
    if (refusal !== '') events.push({ type: 'refusal', index, text: refusal });
    const annotations = annotationsOf(message);
    if (annotations.length > 0) events.push({ type: 'annotations', index, annotations });
    this.#limitExtras(refusal, annotations);
    return reasoning.length + text.length + this.#calls.take(message.tool_calls, events);
  }

  /** Ends the choice. @param reason as the server says it. */
  finish(reason: unknown, events: ProviderEvent[]): void {
    this.#emitReasoning(this.#guards.reasoning.end(), events);
    this.#emit(this.#guards.delta.end(), events);
    this.#calls.end(events);
    const ended = finishReason(reason, this.#calls.any);
    events.push({ type: 'finish', index: this.index, finishReason: ended });
  }

  #limitExtras(refusal: string, annotations: readonly unknown[]): void {
    if (refusal === '' && annotations.length === 0) return;
    this.#extrasLength += refusal.length + JSON.stringify(annotations).length;
    if (this.#extrasLength > maxExtrasLength) throw providerFailed('its refusal and annotations are too large');
  }

  #emitReasoning(text: string, events: ProviderEvent[]): void {
    if (text !== '') events.push({ type: 'reasoning', index: this.index, text });
  }

  #emit(text: string, events: ProviderEvent[], logprobs?: TokenLogProb[]): void {
    if (text === '' && logprobs === undefined) return;
    events.push({ type: 'delta', index: this.index, text, ...(logprobs && { logprobs }) });
  }
}
