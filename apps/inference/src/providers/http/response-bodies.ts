import type { AppError } from '@earshot/errors';
import type { AnswerReader } from './http-call.js';
import { errorFrom, providerFailed, refused } from './provider-errors.js';

/** Text of one answer, in UTF-16 units: beyond any context window, so more is a server gone wrong. */
export const maxAnswerLength = 16 * 1024 * 1024;

/** A whole JSON answer in bytes: twice the text, for escapes and the fields around it. */
export const maxAnswerBytes = 2 * maxAnswerLength;

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

/** Reads an answer that is one JSON object. */
export abstract class JsonReader<Event> implements AnswerReader<Event> {
  complete = false;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly maxBytes: number,
    private readonly apiKey: string | undefined,
  ) {}

  get begun(): boolean {
    return this.complete;
  }

  read(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > this.maxBytes) throw providerFailed('its answer is too large');
    this.#chunks.push(bytes);
  }

  end(events: Event[]): void {
    const text = withoutMark(Buffer.concat(this.#chunks).toString('utf8'));
    const answer: { error?: unknown } = parseObject(text, 'its answer');
    // Some servers send errors with status 200.
    if (answer.error !== undefined && answer.error !== null) throw errorFrom(null, answer, undefined, this.apiKey);
    this.take(answer, events);
    this.complete = true;
  }

  /** Converts the answer to events. @throws AppError `provider_failed` */
  protected abstract take(answer: object, events: Event[]): void;
}

/** What is read of an error's body: its message is in the first lines. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Reads the beginning of an error response. */
export class ErrorReader {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** @param apiKey redacted from errors. */
  constructor(
    private readonly status: number,
    private readonly retryAfter: string | undefined,
    private readonly apiKey: string | undefined,
  ) {}

  /** false when enough was read. */
  push(bytes: Buffer): boolean {
    this.#chunks.push(bytes.subarray(0, MAX_ERROR_BYTES - this.#length));
    this.#length += bytes.length;
    return this.#length < MAX_ERROR_BYTES;
  }

  /** The error that it comes to, with as much of the body as was read. */
  toError(): AppError {
    const { status } = this;
    if (status >= 300 && status < 400) {
      const why = `it answered with a redirect (status ${status}); set base_url to the final address`;
      return providerFailed(why, undefined, refused);
    }
    return errorFrom(status, this.#parse(), this.retryAfter, this.apiKey);
  }

  /** The body as JSON; undefined if cut short or not JSON: other text is not quoted. */
  #parse(): unknown {
    try {
      return JSON.parse(Buffer.concat(this.#chunks).toString('utf8'));
    } catch {
      return undefined;
    }
  }
}
