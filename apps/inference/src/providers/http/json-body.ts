import { errorFrom, providerFailed } from './provider-errors.js';

/** The JSON object in a text of a server. @param what it is, for the error: "its answer". @throws AppError `provider_failed` */
export function parseObject(text: string, what: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw providerFailed(`${what} is not JSON`, error);
  }
  throw providerFailed(`${what} is not a JSON object`);
}

/** A text without the byte order mark that it may begin with; just one is taken away. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

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
    if (value.error !== undefined && value.error !== null) throw errorFrom(null, value, undefined, apiKey);
    return value;
  }
}
