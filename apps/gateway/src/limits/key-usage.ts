import type { ApiKeyUsage, KeyLimits } from '@earshot/contracts-projects';
import { leastRemaining, windowsOf, type RateLimitWindow, type UsageTotal } from './rate-limit-windows.js';

/** Length of a rate-limit window. It starts with the first request after the previous window. */
export const minuteMs = 60_000;

/** A gateway that reports nothing for this long is taken for stopped: three sweeps of the exchange are missing. */
export const reportTimeoutMs = 5_000;

/** Usage of one key: counted here, and reported by other gateways. Times are in ms since 1970. */
export class KeyUsage {
  readonly #others = new Map<string, ApiKeyUsage>();
  #minuteEndsAt = 0;
  #requests = 0;
  #tokens = 0;
  #concurrent = 0;

  /** @param changed called after each change counted here. */
  constructor(
    readonly keyId: string,
    private readonly changed: (usage: KeyUsage) => void,
  ) {}

  /** Concurrent requests here. */
  get concurrent(): number {
    return this.#concurrent;
  }

  /**
   * Counts one more request, unless a limit is reached.
   *
   * @param isConcurrent whether it counts as concurrent until {@link release}.
   * @returns the reached window with `exceeded`, else the tightest one.
   */
  admit(limits: KeyLimits, now: number, isConcurrent = true): { exceeded: boolean; window: RateLimitWindow } {
    const exceeded = windowsOf(limits, this.total(now), now).find(({ used, limit }) => used >= limit);
    if (exceeded !== undefined) return { exceeded: true, window: exceeded };
    this.#enterMinute(now);
    this.#requests += 1;
    if (isConcurrent) this.#concurrent += 1;
    this.changed(this);
    return { exceeded: false, window: leastRemaining(windowsOf(limits, this.total(now), now)) };
  }

  /** Ends a concurrent request. */
  release(): void {
    this.#concurrent -= 1;
    this.changed(this);
  }

  /** Counts tokens in the present window. */
  spend(tokens: number, now: number): void {
    this.#enterMinute(now);
    this.#tokens += tokens;
    this.changed(this);
  }

  /** Stores the report of another gateway. */
  receive(usage: ApiKeyUsage): void {
    this.#others.set(usage.gateway, usage);
  }

  /** Returns the report of this gateway for the others. */
  report(gateway: string, now: number): ApiKeyUsage {
    const [requests, tokens] = now < this.#minuteEndsAt ? [this.#requests, this.#tokens] : [0, 0];
    const counts = { requests, tokens, concurrent: this.#concurrent };
    return { key_id: this.keyId, gateway, at_ms: now, minute_ends_at_ms: this.#minuteEndsAt, ...counts };
  }

  /** Drops expired reports. @returns whether nothing is left. */
  expire(now: number): boolean {
    for (const [gateway, usage] of this.#others) if (isExpired(usage, now)) this.#others.delete(gateway);
    return this.#concurrent === 0 && now >= this.#minuteEndsAt && this.#others.size === 0;
  }

  /** Returns the usage over all gateways. */
  total(now: number): UsageTotal {
    const total = { requests: 0, tokens: 0, concurrent: this.#concurrent, minuteEndsAt: now };
    if (now < this.#minuteEndsAt) {
      total.requests = this.#requests;
      total.tokens = this.#tokens;
      total.minuteEndsAt = this.#minuteEndsAt;
    }
    for (const other of this.#others.values()) {
      if (now - other.at_ms < reportTimeoutMs) total.concurrent += other.concurrent;
      if (now >= other.minute_ends_at_ms) continue;
      total.requests += other.requests;
      total.tokens += other.tokens;
      total.minuteEndsAt = Math.max(total.minuteEndsAt, other.minute_ends_at_ms);
    }
    return total;
  }

  /** Joins the window of another gateway, so that all windows of a key end at the same time. */
  #enterMinute(now: number): void {
    if (now < this.#minuteEndsAt) return;
    const { minuteEndsAt } = this.total(now);
    this.#minuteEndsAt = minuteEndsAt > now ? minuteEndsAt : now + minuteMs;
    this.#requests = 0;
    this.#tokens = 0;
  }
}

/** Returns whether a report no longer counts. */
export function isExpired({ at_ms, minute_ends_at_ms }: ApiKeyUsage, now: number): boolean {
  return now >= minute_ends_at_ms && now - at_ms >= reportTimeoutMs;
}
