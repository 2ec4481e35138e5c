import { toUSVString } from 'node:util';
import type { ProviderEvent } from '../model-provider.js';
import type { AnswerReader } from './answer-reader.js';
import { finishReason, usageOf, type Completion } from './completion-shapes.js';
import { JsonBody } from './json-body.js';
import { MAX_JSON_BYTES } from './limits.js';
import { providerFailed } from './upstream-errors.js';

/** Reads an answer that comes as one JSON object. */
export class JsonReader implements AnswerReader<ProviderEvent> {
  complete = false;
  private readonly body = new JsonBody(MAX_JSON_BYTES);

  /** @param apiKey ours, to be kept out of errors. */
  constructor(private readonly apiKey?: string) {}

  read(bytes: Buffer): void {
    this.body.push(bytes);
  }

  end(events: ProviderEvent[]): void {
    const completion: Completion = this.body.parse(this.apiKey);
    const choice = completion.choices?.[0];
    if (choice === undefined) throw providerFailed('its answer has no choices');
    const text = choice.message?.content;
    if (typeof text === 'string' && text !== '') events.push({ type: 'delta', index: 0, text: toUSVString(text) });
    const usage = usageOf(completion);
    if (usage !== null) events.push({ type: 'usage', usage });
    events.push({ type: 'finish', index: 0, finishReason: finishReason(choice.finish_reason ?? 'stop') });
    this.complete = true;
  }
}
