import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from './api.js';
import { until } from './until.js';

/** A write of which it is known beforehand what it says. */
export interface Write {
  /** Under `/api/v1/`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A write that was acknowledged. */
export interface Acknowledged extends Write {
  readonly answer: Readonly<Record<string, string>>;
}

/** What a load needs. */
export interface WriteLoadOptions {
  readonly key: string;
  /** The writes, in turn and again and again. @param number from 0 */
  readonly write: (number: number) => Write;
  readonly perSecond: number;
}

/** A client that is not answered tries again after this, or after what `Retry-After` says. */
const pauseMs = 200;
/** Longer than any fault here lasts. */
const patienceMs = 120_000;
/** More than come together while nothing is answered for as long as the patience lasts, at the rates of these tests. */
const maxUnderWay = 5_000;

/**
 * Writes at a steady rate, whatever happens: each is tried again, with the same idempotency key, on 5xx and broken connections, until it is
 * acknowledged.
 */
export class WriteLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no client can do anything about. */
  readonly wrong: string[] = [];
  /** How often a try failed and another followed. */
  retries = 0;
  readonly #options: WriteLoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #number = 0;

  constructor(options: WriteLoadOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#begin(), 1_000 / options.perSecond);
  }

  /** Resolves when so many more were acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    await until(() => this.acknowledged.length >= wanted, patienceMs, pauseMs);
  }

  /** Begins no more; resolves once all that were begun are acknowledged, or wrong. */
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
    for (const end = Date.now() + patienceMs; Date.now() < end; this.retries += 1) {
      const waitMs = await this.#try(write, headers);
      if (waitMs === null) return;
      await sleep(waitMs);
    }
    this.wrong.push(`${write.path}: never acknowledged`);
  }

  /** @returns how long to wait before the next try; null when it is over. */
  async #try(write: Write, headers: Record<string, string>): Promise<number | null> {
    try {
      const response = await send('POST', `/api/v1/${write.path}`, {
        key: this.#options.key,
        body: write.body,
        headers,
      });
      const text = await response.text();
      if (response.status >= 500) return Math.max(pauseMs, Number(response.headers.get('retry-after')) * 1_000);
      if (response.status === 201) this.acknowledged.push({ ...write, answer: JSON.parse(text) });
      else this.wrong.push(`${write.path}: ${response.status} ${text}`);
      return null;
    } catch {
      // The connection broke, or there was nobody to take it: nobody knows what became of it.
      return pauseMs;
    }
  }
}
