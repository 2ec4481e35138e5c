import { toUSVString } from 'node:util';
import type { ProviderEvent } from '../model-provider.js';
import type { AnswerReader } from './answer-reader.js';
import { finishReason, usageOf, type Completion } from './completion-shapes.js';
import { MAX_JSON_BYTES } from './limits.js';
import { providerFailed, refusalError } from './upstream-errors.js';

/** Reads an answer that comes as one JSON object. */
export class JsonReader implements AnswerReader {
  complete = false;
  private readonly chunks: Buffer[] = [];
  private length = 0;

  /** @param apiKey ours, to be kept out of errors. */
  constructor(private readonly apiKey?: string) {}

  read(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.length > MAX_JSON_BYTES) throw providerFailed('its answer is too large');
    this.chunks.push(bytes);
  }

  end(events: ProviderEvent[]): void {
    const completion = parse(Buffer.concat(this.chunks).toString('utf8'));
    if (completion.error !== undefined && completion.error !== null)
      throw refusalError(null, completion, undefined, this.apiKey);
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

function parse(text: string): Completion {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw providerFailed('its answer is not JSON', error);
  }
  throw providerFailed('its answer is not a JSON object');
}
