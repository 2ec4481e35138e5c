import { choicesOf, type Completion, type CompletionChoice, isIndex, servedBy, usageOf } from './completion-shapes.js';
import type { ProviderEvent, ProviderUsage } from '../model-provider.js';
import type { ChatReader, ChoiceRange } from '../http/http-call.js';
import { JsonReader, maxAnswerBytes } from '../http/response-bodies.js';
import { MessageReader } from './message-reader.js';
import { providerFailed } from '../http/provider-errors.js';

/** Reads a chat that comes as one JSON object. */
export class JsonChatReader extends JsonReader<ProviderEvent> implements ChatReader {
  readonly answered = new Set<number>();
  usage: ProviderUsage | null = null;

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly range: ChoiceRange,
    apiKey?: string,
  ) {
    super(maxAnswerBytes, apiKey);
  }

  protected take(completion: Completion, events: ProviderEvent[]): void {
    const said = servedBy(completion);
    if (said !== undefined) events.push({ type: 'served_by', servedBy: said });
    for (const [position, choice] of choicesOf(completion).entries()) this.#takeChoice(choice, position, events);
    if (this.answered.size === 0) throw providerFailed('its answer has no choices');
    this.usage = usageOf(completion);
  }

  #takeChoice(choice: CompletionChoice, position: number, events: ProviderEvent[]): void {
    // Servers that make only one choice may leave out its index.
    const own = choice.index ?? position;
    if (!isIndex(own, this.range.count) || this.answered.has(own)) return;
    this.answered.add(own);
    const index = this.range.first + own;
    const message = new MessageReader(index);
    message.take(choice.message ?? {}, choice, events);
    message.finish(choice.finish_reason, events);
  }
}
