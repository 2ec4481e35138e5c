import {
  choicesOf,
  type CompletionChoice,
  finishReason,
  MAX_ANSWER_LENGTH,
  textOf,
  usageOf,
} from './completion-shapes.js';
import { toUSVString } from 'node:util';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import { type ChatReader, choiceIndex, type ChoiceRange } from '../http/http-call.js';
import { JsonBody } from '../http/json-body.js';
import { ToolCallReader } from './tool-call-reader.js';
import { providerFailed } from '../http/provider-errors.js';

/** A whole JSON answer in bytes: twice the text, for escapes and the fields around it. */
const MAX_JSON_BYTES = 2 * MAX_ANSWER_LENGTH;

/** Reads a chat that comes as one JSON object. */
export class JsonReader implements ChatReader {
  complete = false;
  readonly answered = new Set<number>();
  usage: ProviderUsage | null = null;
  private readonly body = new JsonBody(MAX_JSON_BYTES);

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly range: ChoiceRange,
    private readonly apiKey?: string,
  ) {}

  get begun(): boolean {
    return this.complete;
  }

  read(bytes: Buffer): void {
    this.body.push(bytes);
  }

  end(events: ProviderEvent[]): void {
    const completion = this.body.parse(this.apiKey);
    for (const [position, choice] of choicesOf(completion).entries()) this.take(choice, position, events);
    if (this.answered.size === 0) throw providerFailed('its answer has no choices');
    this.usage = usageOf(completion);
    this.complete = true;
  }

  private take(choice: CompletionChoice, position: number, events: ProviderEvent[]): void {
    const own = choiceIndex(choice.index, position, this.range.count);
    if (own === null || this.answered.has(own)) return;
    this.answered.add(own);
    const index = this.range.first + own;
    const text = textOf(choice.message?.content);
    if (text !== '') events.push({ type: 'delta', index, text: toUSVString(text) });
    const calls = new ToolCallReader(index);
    calls.take(choice.message?.tool_calls, events);
    calls.end(events);
    events.push({ type: 'finish', index, finishReason: finishReason(choice.finish_reason, calls.any) });
  }
}
