import type { AppError } from '@earshot/errors';
import { refused } from './provider-errors.js';
import { providerFailed, errorFrom } from './provider-errors.js';

/** What is read of an error's body: its message is in the first lines. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Reads the beginning of an error response. */
export class ErrorReader {
  private readonly chunks: Buffer[] = [];
  private length = 0;

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly status: number,
    private readonly retryAfter: string | undefined,
    private readonly apiKey: string | undefined,
  ) {}

  /** false when enough was read. */
  push(bytes: Buffer): boolean {
    this.chunks.push(bytes.subarray(0, MAX_ERROR_BYTES - this.length));
    this.length += bytes.length;
    return this.length < MAX_ERROR_BYTES;
  }

  /** The error that it comes to, with as much of the body as was read. */
  toError(): AppError {
    const { status } = this;
    if (status >= 300 && status < 400) {
      const why = `it answered with a redirect (status ${status}); set base_url to the final address`;
      return providerFailed(why, undefined, refused);
    }
    return errorFrom(status, this.parse(), this.retryAfter, this.apiKey);
  }

  /** The body as JSON; undefined if cut short or not JSON: other text is not quoted. */
  private parse(): unknown {
    try {
      return JSON.parse(Buffer.concat(this.chunks).toString('utf8'));
    } catch {
      return undefined;
    }
  }
}
