import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './api.js';
import { until } from './until.js';

/** A write. */
export interface Write {
  /** Path below `/api/v1/`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An acknowledged write. */
export interface Acknowledged extends Write {
  readonly answer: Readonly<Record<string, string>>;
}

/** Options of a {@link WriteLoad}. */
export interface WriteLoadOptions {
  readonly key: string;
  /** Returns the write with this number, from 0. */
  readonly write: (number: number) => Write;
  readonly perSecond: number;
}

/** Delay before a retry, unless `Retry-After` is longer. */
const pauseMs = 200;
/** Longer than any fault lasts here. */
const patienceMs = 120_000;
/** More than accumulate during the longest fault at the rates of these tests. */
const maxUnderWay = 5_000;

/**
 * Writes at a steady rate. Each write is retried with the same idempotency key after 5xx and broken connections, until
 * it is acknowledged.
 */
export class WriteLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** Unexpected responses. */
  readonly wrong: string[] = [];
  /** What led to each retry. */
  readonly retries: string[] = [];
  readonly #options: WriteLoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #number = 0;

  constructor(options: WriteLoadOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#begin(), 1_000 / options.perSecond);
  }

  /** Resolves after `count` more acknowledgements. */
  async more(count: number): Promise<void> {
    const target = this.acknowledged.length + count;
    await until(() => this.acknowledged.length >= target, patienceMs, pauseMs);
  }

  /** Stops the load; resolves once all writes have ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
  }

  #begin(): void {
    if (this.#underWay.size >= maxUnderWay) return;
    const write = this.#options.write(this.#number);
    this.#number += 1;
    const done = this.#untilAcknowledged(write).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  async #untilAcknowledged(write: Write): Promise<void> {
    const headers = { 'idempotency-key': randomUUID() };
    for (const end = Date.now() + patienceMs; Date.now() < end;) {
      const retry = await this.#try(write, headers);
      if (retry === null) return;
      this.retries.push(`${write.path}: ${retry.reason}`);
      await sleep(retry.afterMs);
    }
    this.wrong.push(`${write.path}: never acknowledged`);
  }

  /** @returns why and when there is another attempt; null if there is none. */
  async #try(write: Write, headers: Record<string, string>): Promise<{ reason: string; afterMs: number } | null> {
    try {
      const response = await send('POST', `/api/v1/${write.path}`, {
        key: this.#options.key,
        body: write.body,
        headers,
      });
      const text = await response.text();
      if (response.status >= 500) {
        const retryAfterMs = Number(response.headers.get('retry-after')) * 1_000;
        return { reason: `${response.status} ${text}`, afterMs: Math.max(pauseMs, retryAfterMs) };
      }
      if (response.status === 201) this.acknowledged.push({ ...write, answer: JSON.parse(text) });
      else this.wrong.push(`${write.path}: ${response.status} ${text}`);
      return null;
    } catch (error) {
      // The connection broke: the outcome is unknown.
      return { reason: String((error as Error).cause ?? error), afterMs: pauseMs };
    }
  }
}
