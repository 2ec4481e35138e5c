import { setTimeout as sleep } from 'node:timers/promises';

/** How often a request is tried while the installation, or the way to it, is away: some minutes in all. */
const tries = 12;
const firstWaitMs = 250;
const maxWaitMs = 15_000;

/** A request with 100 MiB on a slow line; the gateway gives it as long. */
const requestDeadlineMs = 150_000;

/** Statuses that pass: too late, too much, and whatever is away. */
const passing = new Set([408, 429, 502, 503, 504]);

/** The installation refuses. */
export class Refusal extends Error {
  /** @param {number} status @param {{ code?: string, message?: string }} error */
  constructor(status, { code = 'unknown', message = 'no reason given' }) {
    super(`${message} (${status} ${code})`);
    this.status = status;
    this.code = code;
  }
}

/** Asks an installation, again where it may help. */
export class Api {
  #url;
  #apiKey;
  #signal;

  /** @param {{ url: string, apiKey: string, signal: AbortSignal }} options */
  constructor({ url, apiKey, signal }) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#signal = signal;
  }

  /**
   * The answer's body. What is asked must be as good twice as once.
   *
   * @param {string} method
   * @param {string} path
   * @param {{ json?: unknown, bytes?: Uint8Array, headers?: Record<string, string> }} [request]
   * @returns {Promise<any>}
   * @throws {Refusal}
   */
  async ask(method, path, request = {}) {
    for (let attempt = 1; ; attempt += 1) {
      const waitMs = await this.#try(method, path, request, attempt === tries);
      if (typeof waitMs !== 'number') return waitMs.body;
      const backOffMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 1));
      await sleep(Math.max(waitMs, backOffMs), undefined, { signal: this.#signal });
    }
  }

  /** @returns {Promise<number | { body: any }>} How long to wait at least, ms, before the next try; or the answer's body. */
  async #try(method, path, { json, bytes, headers }, isLast) {
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
      const body = await response.json();
      if (response.ok) return { body };
      if (isLast || !passing.has(response.status)) throw new Refusal(response.status, body.error ?? {});
      return Number(response.headers.get('retry-after') ?? 0) * 1_000;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof Refusal) throw error;
      if (isLast)
        throw new Error(`${this.#url} does not answer: ${error.cause?.message ?? error.message}`, { cause: error });
      return 0;
    }
  }
}
