import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { ProviderEvent, ProviderFinishReason, ProviderUsage } from '../model-provider.js';
import { CodePointGuard } from '../code-point-guard.js';
import type { AnswerReader } from './answer-reader.js';
import { finishReason, usageOf, type Completion } from './completion-shapes.js';
import { MAX_ANSWER_LENGTH, MAX_EVENT_LENGTH } from './limits.js';
import { providerFailed, refusalError } from './upstream-errors.js';

/**
 * Reads an answer that comes as server-sent events.
 *
 * It is whole at `[DONE]`, or when the server, having sent a finish reason, ends the response in good order (some never send
 * `[DONE]`). Anything shorter was cut off and is an error. The finish event waits for that end because the usage comes after
 * the finish reason.
 */
export class StreamReader implements AnswerReader<ProviderEvent> {
  complete = false;
  private readonly decoder = new StringDecoder('utf8');
  private readonly guard = new CodePointGuard();
  private readonly parser: EventSourceParser;
  private events: ProviderEvent[] = [];
  private reason: ProviderFinishReason | null = null;
  private usage: ProviderUsage | null = null;
  private textLength = 0;

  /** @param apiKey ours, to be kept out of errors. */
  constructor(private readonly apiKey?: string) {
    this.parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: ({ data }) => this.take(data),
      onError: (error) => {
        // Fields that the parser does not know are no fault: the specification says to ignore them.
        if (error.type === 'max-buffer-size-exceeded')
          throw providerFailed('an event of its stream is too large', error);
      },
    });
  }

  read(bytes: Buffer, events: ProviderEvent[]): void {
    this.events = events;
    this.parser.feed(this.decoder.write(bytes));
  }

  end(events: ProviderEvent[]): void {
    if (this.complete) return;
    this.events = events;
    // A last line without its line ends is still an event when it is [DONE].
    this.parser.feed('\n\n');
    if (this.complete) return;
    if (this.reason === null) throw providerFailed('its stream ended in the middle of the answer');
    this.finish();
  }

  private take(data: string): void {
    if (this.complete) return;
    if (data === '[DONE]') return this.finish();
    const completion = parse(data);
    if (completion.error !== undefined && completion.error !== null)
      throw refusalError(null, completion, undefined, this.apiKey);
    const choice = completion.choices?.[0];
    if (choice !== undefined) {
      const text = choice.delta?.content;
      if (typeof text === 'string' && text !== '') this.say(this.guard.push(text));
      if (choice.finish_reason) this.reason = finishReason(choice.finish_reason);
    }
    // Some servers count along in every event; the last one holds.
    if (completion.usage) this.usage = usageOf(completion) ?? this.usage;
  }

  private say(text: string): void {
    if (text === '') return;
    this.textLength += text.length;
    if (this.textLength > MAX_ANSWER_LENGTH) throw providerFailed('its answer is too large');
    this.events.push({ type: 'delta', index: 0, text });
  }

  private finish(): void {
    this.say(this.guard.end());
    this.complete = true;
    if (this.usage !== null) this.events.push({ type: 'usage', usage: this.usage });
    this.events.push({ type: 'finish', index: 0, finishReason: this.reason ?? 'stop' });
  }
}

function parse(data: string): Completion {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw providerFailed('an event of its stream is not JSON', error);
  }
  throw providerFailed('an event of its stream is not a JSON object');
}
