import { parseObject } from './parse-object.js';
import { providerFailed, refusalError } from './upstream-errors.js';
import { withoutMark } from './without-mark.js';

/** Collects the body of an answer that is one JSON object. */
export class JsonBody {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws AppError `provider_failed` when it is larger than it may be */
  push(bytes: Buffer): void {
    this.length += bytes.length;
    if (this.length > this.maxBytes) throw providerFailed('its answer is too large');
    this.chunks.push(bytes);
  }

  /**
   * The object, of which nothing is known but that it is no error.
   *
   * @param apiKey ours, to be kept out of errors.
   * @throws AppError when it is no object, or tells of an error (some servers do with status 200)
   */
  parse(apiKey: string | undefined): object {
    const text = withoutMark(Buffer.concat(this.chunks).toString('utf8'));
    const value: { error?: unknown } = parseObject(text, 'its answer');
    if (value.error !== undefined && value.error !== null) throw refusalError(null, value, undefined, apiKey);
    return value;
  }
}
