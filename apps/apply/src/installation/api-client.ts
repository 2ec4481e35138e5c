import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';

/** The installation refused a request, or could not be reached. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The interface's error code; `unreachable` when there was no answer. */
    readonly code: string,
    /** Path of the offending field in the body that was sent. */
    readonly param: string | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** How patient an {@link ApiClient} is. */
export interface Patience {
  /** All attempts at one request together; after that its last error stands. */
  readonly totalMs: number;
  /** Pause after an attempt without an answer, or with one that does not say when to come again. */
  readonly pauseMs: number;
}

/** An installation that is just starting, or is restarting a service, is back within seconds; longer means that somebody must look. */
const defaultPatience: Patience = { totalMs: 60_000, pauseMs: 500 };

/** One answer; commands inside the installation are bounded below this. */
const answerTimeoutMs = 30_000;

/** No answer of the management interface comes near this (100 entities of a few KB). */
const maxAnswerBytes = 16 * 1024 * 1024;

/** Speaks to an installation's REST interface as its administrator. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly adminKey: string,
    private readonly patience: Patience = defaultPatience,
  ) {}

  /**
   * One request. 503 and a lost connection are tried again within the client's patience; the same `Idempotency-Key` each time
   * makes that harmless.
   *
   * @param path begins with `/api/v1/`; its parts are already encoded.
   * @returns the answer's body; undefined when it has none.
   * @throws ApiError
   */
  async send<Body>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<Body> {
    const idempotencyKey = randomUUID();
    const giveUpAt = Date.now() + this.patience.totalMs;
    for (;;) {
      const answer = await this.attempt(method, path, idempotencyKey, body);
      if (!('error' in answer)) return answer.body as Body;
      const waitMs = answer.retryAfterMs ?? this.patience.pauseMs;
      const transient = answer.error.status === 0 || answer.error.status === 503;
      if (!transient || Date.now() + waitMs > giveUpAt) throw answer.error;
      await sleep(waitMs);
    }
  }

  /** Every item of a list, page by page. @throws ApiError */
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

  private async attempt(method: string, path: string, idempotencyKey: string, body: unknown): Promise<Attempt> {
    try {
      const response = await request(`${this.url}${path}`, {
        method: method as 'GET',
        headers: {
          authorization: `Bearer ${this.adminKey}`,
          ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const text = await boundedText(response.body);
      if (response.statusCode < 300) return { body: text === '' ? undefined : JSON.parse(text) };
      const retryAfterS = Number(response.headers['retry-after']);
      return {
        error: refusal(response.statusCode, text),
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
    if (bytes > maxAnswerBytes) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusal(status: number, text: string): ApiError {
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
    // Something other than the installation answered, a proxy for example: its status says what there is to say.
    return {};
  }
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
