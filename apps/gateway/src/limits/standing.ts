import type { KeyLimits } from '@earshot/contracts-projects';

/** What a key has used, over all gateways. */
export interface UsageTotal {
  readonly requests: number;
  readonly tokens: number;
  readonly concurrent: number;
  /** When the minute ends in which requests and tokens are counted, ms since 1970; now where there is none. */
  readonly minuteEndsAt: number;
}

/** Where a key stands with one of its limits. */
export interface Standing {
  readonly name: keyof KeyLimits;
  readonly limit: number;
  readonly used: number;
  /** Whole seconds, at least one, after which there is, or may be, more. */
  readonly resetS: number;
}

/** A place that is taken may be free at any time. */
const placeResetS = 1;

/** Where a key stands with each of its limits, in the order in which they are told. */
export function standingsOf(limits: KeyLimits, total: UsageTotal, now: number): Standing[] {
  const { requests_per_minute: requests, tokens_per_minute: tokens, concurrent } = limits;
  const resetS = Math.max(1, Math.ceil((total.minuteEndsAt - now) / 1_000));
  const standings: Standing[] = [];
  if (requests !== undefined)
    standings.push({ name: 'requests_per_minute', limit: requests, used: total.requests, resetS });
  if (tokens !== undefined) standings.push({ name: 'tokens_per_minute', limit: tokens, used: total.tokens, resetS });
  if (concurrent !== undefined)
    standings.push({ name: 'concurrent', limit: concurrent, used: total.concurrent, resetS: placeResetS });
  return standings;
}

/** The one that leaves the smallest share of its limit. There is at least one: limits that are none are null. */
export function tightest(standings: readonly Standing[]): Standing {
  return standings.reduce((least, next) => (share(next) < share(least) ? next : least));
}

function share({ limit, used }: Standing): number {
  return (limit - used) / limit;
}
