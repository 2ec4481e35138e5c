import { JsonReader } from '../http/response-bodies.js';
import { providerFailed } from '../http/provider-errors.js';

/** A count has some bytes. */
const maxBytes = 64 * 1024;

/** Reads the number of tokens of a prompt. */
export class CountReader extends JsonReader<number> {
  /** @param apiKey redacted from errors. */
  constructor(apiKey: string | undefined) {
    super(maxBytes, apiKey);
  }

  protected take({ input_tokens: tokens }: { input_tokens?: unknown }, events: number[]): void {
    if (!Number.isSafeInteger(tokens) || (tokens as number) < 0) throw providerFailed('its count is not a number');
    events.push(tokens as number);
  }
}
