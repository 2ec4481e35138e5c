import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** The installation rejected a request, or is unreachable. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** Error code of the interface; `unreachable` without a response. */
    readonly code: string,
    /** Path of the invalid field in the request body. */
    readonly param: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** Retries of an {@link ApiClient}. */
export interface RetryOptions {
  /** Time limit for all attempts of one request. */
  readonly totalMs: number;
  /** Pause between attempts without `Retry-After`. */
  readonly pauseMs: number;
}

/** An installation that starts, or restarts a service, is available within seconds. */
const defaultRetry: RetryOptions = { totalMs: 60_000, pauseMs: 500 };

/** Timeout of one response, above the deadlines of commands inside the installation. */
const responseTimeoutMs = 30_000;

/** Maximum size of a response: 100 resources of a few KB are far smaller. */
const maxResponseBytes = 16 * 1024 * 1024;

/** A client of the REST interface with the key of the installation. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly adminKey: string,
    private readonly retry: RetryOptions = defaultRetry,
  ) {}

  /**
   * Sends a request. Retries 503 and lost connections with the same `Idempotency-Key`.
   *
   * @param path encoded path, from `/api/v1/`. @returns the body; undefined if there is none. @throws ApiError
   */
  async send<Body>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Body> {
    const idempotencyKey = randomUUID();
    const deadlineAt = Date.now() + this.retry.totalMs;
    for (;;) {
      const answer = await this.#attempt(method, path, idempotencyKey, body);
      if (!('error' in answer)) return answer.body as Body;
      const waitMs = answer.retryAfterMs ?? this.retry.pauseMs;
      const transient = answer.error.status === 0 || answer.error.status === 503;
      if (!transient || Date.now() + waitMs > deadlineAt) throw answer.error;
      await sleep(waitMs);
    }
  }

  /** Reads all pages of a list. @throws ApiError */
  async list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Page<Item> = await this.send('GET', `${path}?limit=100${query}`);
      items.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return items;
  }

  async #attempt(method: string, path: string, idempotencyKey: string, body: unknown): Promise<Attempt> {
    try {
      const response = await request(`${this.url}${path}`, {
        method: method as 'GET',
        headers: {
          authorization: `Bearer ${this.adminKey}`,
          ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(responseTimeoutMs),
      });
      const text = await boundedText(response.body);
      if (response.statusCode < 300) return { body: text === '' ? undefined : JSON.parse(text) };
      const retryAfterS = Number(response.headers['retry-after']);
      return {
        error: errorOf(response.statusCode, text),
        ...(Number.isFinite(retryAfterS) && { retryAfterMs: retryAfterS * 1000 }),
      };
    } catch (error) {
      return { error: new ApiError(`${this.url} did not answer (${reason(error)}).`, 0, 'unreachable') };
    }
  }
}

interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

type Attempt = { body: unknown } | { error: ApiError; retryAfterMs?: number };

async function boundedText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxResponseBytes) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function errorOf(status: number, text: string): ApiError {
  const { error } = parsed(text);
  if (!error) return new ApiError(`The answer was ${status} without an error object.`, status, 'unknown');
  return new ApiError(error.message, status, error.code, error.param);
}

interface ErrorAnswer {
  error?: { message: string; code: string; param: string | null };
}

function parsed(text: string): ErrorAnswer {
  try {
    return JSON.parse(text) as ErrorAnswer;
  } catch {
    // Not from the installation, but for example from a proxy.
    return {};
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
