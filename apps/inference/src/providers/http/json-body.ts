import { errorFrom, providerFailed } from './provider-errors.js';

/** Parses a JSON object. @param what its name in errors: "its answer". @throws AppError `provider_failed` */
export function parseObject(text: string, what: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw providerFailed(`${what} is not JSON`, error);
  }
  throw providerFailed(`${what} is not a JSON object`);
}

/** Removes one byte order mark at the beginning. */
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
   * Parses the object. @param apiKey redacted from errors.
   * @throws AppError if it is no object, or contains an error: some servers send those with status 200
   */
  parse(apiKey: string | undefined): object {
    const text = withoutMark(Buffer.concat(this.chunks).toString('utf8'));
    const value: { error?: unknown } = parseObject(text, 'its answer');
    if (value.error !== undefined && value.error !== null) throw errorFrom(null, value, undefined, apiKey);
    return value;
  }
}
