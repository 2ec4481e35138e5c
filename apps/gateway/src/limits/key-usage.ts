import type { ApiKeyUsage, KeyLimits } from '@earshot/contracts-projects';
import { standingsOf, tightest, type Standing, type UsageTotal } from './standing.js';

/** A minute in which requests and tokens are counted begins with the first request after the one before. */
export const minuteMs = 60_000;

/** A gateway that said nothing for this long is gone, and its requests with it: three times what it may be silent while it has some. */
export const silenceLimitMs = 5_000;

/** What is known of the use of one key: what was counted here, and what other gateways told. Times are in ms since 1970. */
export class KeyUsage {
  readonly #changed: (usage: KeyUsage) => void;
  readonly #others = new Map<string, ApiKeyUsage>();
  #minuteEndsAt = 0;
  #requests = 0;
  #tokens = 0;
  #concurrent = 0;

  /** @param changed told after everything that was counted here. */
  constructor(
    readonly keyId: string,
    changed: (usage: KeyUsage) => void,
  ) {
    this.#changed = changed;
  }

  /** Requests under way here. */
  get concurrent(): number {
    return this.#concurrent;
  }

  /**
   * Counts one more request, if no limit stands against it.
   *
   * @param isUnderWay it counts among those under way too, until {@link release}.
   * @returns where the limit stands that leaves least; `exceeded` when nothing was counted.
   */
  admit(limits: KeyLimits, now: number, isUnderWay = true): { exceeded: boolean; standing: Standing } {
    const standings = standingsOf(limits, this.total(now), now);
    const exceeded = standings.find(({ used, limit }) => used >= limit);
    if (exceeded !== undefined) return { exceeded: true, standing: exceeded };
    this.#enterMinute(now);
    this.#requests += 1;
    if (isUnderWay) this.#concurrent += 1;
    this.#changed(this);
    return { exceeded: false, standing: tightest(standingsOf(limits, this.total(now), now)) };
  }

  /** A request under way that was admitted has ended. */
  release(): void {
    this.#concurrent -= 1;
    this.#changed(this);
  }

  /** An answer took tokens; they count in the minute in which that became known. */
  spend(tokens: number, now: number): void {
    this.#enterMinute(now);
    this.#tokens += tokens;
    this.#changed(this);
  }

  /** Another gateway told what it has let the key use. */
  hear(usage: ApiKeyUsage): void {
    this.#others.set(usage.gateway, usage);
  }

  /** What this gateway tells the others. */
  tell(gateway: string, now: number): ApiKeyUsage {
    const [requests, tokens] = now < this.#minuteEndsAt ? [this.#requests, this.#tokens] : [0, 0];
    const concurrent = this.#concurrent;
    return {
      key_id: this.keyId,
      gateway,
      at_ms: now,
      minute_ends_at_ms: this.#minuteEndsAt,
      requests,
      tokens,
      concurrent,
    };
  }

  /** Lets go of what counts no more. @returns whether nothing is left. */
  forget(now: number): boolean {
    for (const [gateway, usage] of this.#others) if (isWorthless(usage, now)) this.#others.delete(gateway);
    return this.#concurrent === 0 && now >= this.#minuteEndsAt && this.#others.size === 0;
  }

  /** Of all gateways together. */
  total(now: number): UsageTotal {
    const total = { requests: 0, tokens: 0, concurrent: this.#concurrent, minuteEndsAt: now };
    if (now < this.#minuteEndsAt) {
      total.requests = this.#requests;
      total.tokens = this.#tokens;
      total.minuteEndsAt = this.#minuteEndsAt;
    }
    for (const other of this.#others.values()) {
      if (now - other.at_ms < silenceLimitMs) total.concurrent += other.concurrent;
      if (now >= other.minute_ends_at_ms) continue;
      total.requests += other.requests;
      total.tokens += other.tokens;
      total.minuteEndsAt = Math.max(total.minuteEndsAt, other.minute_ends_at_ms);
    }
    return total;
  }

  /** The minute that another gateway has begun is this one's too: then all of the key's count ends at one time. */
  #enterMinute(now: number): void {
    if (now < this.#minuteEndsAt) return;
    const { minuteEndsAt } = this.total(now);
    this.#minuteEndsAt = minuteEndsAt > now ? minuteEndsAt : now + minuteMs;
    this.#requests = 0;
    this.#tokens = 0;
  }
}

/** Whether nothing of it counts any more. */
export function isWorthless({ at_ms, minute_ends_at_ms }: ApiKeyUsage, now: number): boolean {
  return now >= minute_ends_at_ms && now - at_ms >= silenceLimitMs;
}
