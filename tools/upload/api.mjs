import { setTimeout as sleep } from 'node:timers/promises';

/** Attempts at one request while the installation is unavailable: about two minutes in all. */
const maxAttempts = 12;
const firstWaitMs = 250;
const maxWaitMs = 15_000;

/** The gateway's own limit for a request, ms: 100 MiB on a slow line. */
const requestDeadlineMs = 150_000;

/** Statuses that are worth another attempt: timeouts, limits and unavailable services. */
const transientStatuses = new Set([408, 429, 502, 503, 504]);

/** An error response of the installation. */
export class ApiError extends Error {
  /** @param {number} status @param {{ code?: string, message?: string }} error */
  constructor(status, { code = 'unknown', message = 'no reason given' }) {
    super(`${message} (${status} ${code})`);
    this.status = status;
    this.code = code;
  }
}

/** Sends requests to an installation and retries transient failures. */
export class Api {
  #url;
  #apiKey;
  #signal;
  /** Whether any request was answered: until then a failure means a wrong address. */
  #answered = false;

  /** @param {{ url: string, apiKey: string, signal: AbortSignal }} options */
  constructor({ url, apiKey, signal }) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#signal = signal;
  }

  /**
   * Sends an idempotent request and returns the body of its response.
   *
   * @param {string} method
   * @param {string} path
   * @param {{ json?: unknown, bytes?: Uint8Array, headers?: Record<string, string> }} [options]
   * @returns {Promise<any>}
   * @throws {ApiError} The installation answered with an error.
   * @throws {Error} The installation cannot be reached.
   */
  async request(method, path, options = {}) {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(method, path, options, attempt === maxAttempts);
      if ('body' in outcome) return outcome.body;
      const backOffMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
      await sleep(Math.max(outcome.retryAfterMs, backOffMs), undefined, { signal: this.#signal });
    }
  }

  /**
   * @returns {Promise<{ retryAfterMs: number } | { body: any }>} The body, or the minimum wait before the next attempt.
   */
  async #attempt(method, path, { json, bytes, headers }, isLast) {
    let response;
    try {
      response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#apiKey}`,
          'content-type': json === undefined ? 'application/octet-stream' : 'application/json',
          ...headers,
        },
        body: json === undefined ? bytes : JSON.stringify(json),
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(requestDeadlineMs)]),
      });
      this.#answered = true;
      const body = await response.json();
      if (response.ok) return { body };
      if (isLast || !transientStatuses.has(response.status)) throw new ApiError(response.status, body.error ?? {});
      return { retryAfterMs: Number(response.headers.get('retry-after') ?? 0) * 1_000 };
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof ApiError) throw error;
      const cause = error.cause ?? error;
      if (!this.#answered) throw this.#unreachable(cause);
      if (isLast) throw new Error(`${this.#url} does not answer: ${cause.message}`, { cause: error });
      return { retryAfterMs: 0 };
    }
  }

  #unreachable(cause) {
    const problem =
      cause.code === 'ECONNREFUSED'
        ? `Nothing listens at ${this.#url}.`
        : `${this.#url} cannot be reached: ${cause.message}.`;
    const hint = 'Start Earshot with `npm start`, or set EARSHOT_URL to the address of a running installation.';
    return new Error(`${problem} ${hint}`, { cause });
  }
}
