import type { ChatReader, ChoiceRange } from '../http/http-call.js';
import { JsonReader, maxAnswerBytes } from '../http/response-bodies.js';
import { providerFailed } from '../http/provider-errors.js';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import { BlockReader } from './block-reader.js';
import { type AnswerBlock, type AnswerMessage, servedBy, usageOf } from './message-shapes.js';

/** Reads an answer that comes as one JSON object. */
export class JsonMessageReader extends JsonReader<ProviderEvent> implements ChatReader {
  readonly answered: ReadonlySet<number> = new Set([0]);
  usage: ProviderUsage | null = null;

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly range: ChoiceRange,
    apiKey?: string,
  ) {
    super(maxAnswerBytes, apiKey);
  }

  protected take(message: AnswerMessage, events: ProviderEvent[]): void {
    if (!Array.isArray(message.content)) throw providerFailed('its answer has no content');
    if (message.usage) {
      events.push(...servedBy(message.usage));
      this.usage = usageOf(message.usage);
    }
    const blocks = new BlockReader(this.range.first);
    for (const [position, given] of (message.content as unknown[]).entries()) {
      const block = (given ?? {}) as AnswerBlock;
      blocks.start(position, block, events);
      if (block.type === 'tool_use')
        blocks.delta(position, { partial_json: JSON.stringify(block.input ?? {}) }, events);
      blocks.stop(position, events);
    }
    blocks.finish(message.stop_reason, events);
  }
}
