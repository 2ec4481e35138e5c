import type { KeyLimits } from '@earshot/contracts-projects';

/** Usage of one key, over all gateways. */
export interface UsageTotal {
  readonly requests: number;
  readonly tokens: number;
  readonly concurrent: number;
  /** End of the minute in which requests and tokens are counted, ms since 1970; now if there is none. */
  readonly minuteEndsAt: number;
}

/** One limit of a key and its usage. */
export interface RateLimitWindow {
  readonly name: keyof KeyLimits;
  readonly limit: number;
  readonly used: number;
  /** Seconds until the window resets, at least 1. */
  readonly resetS: number;
}

/** A concurrent request can end at any time, s. */
const concurrentResetS = 1;

/** Returns a window for each limit, in the order in which they are checked. */
export function windowsOf(limits: KeyLimits, total: UsageTotal, now: number): RateLimitWindow[] {
  const { requests_per_minute: requests, tokens_per_minute: tokens, concurrent } = limits;
  const resetS = Math.max(1, Math.ceil((total.minuteEndsAt - now) / 1_000));
  const windows: RateLimitWindow[] = [];
  if (requests !== undefined)
    windows.push({ name: 'requests_per_minute', limit: requests, used: total.requests, resetS });
  if (tokens !== undefined) windows.push({ name: 'tokens_per_minute', limit: tokens, used: total.tokens, resetS });
  if (concurrent !== undefined)
    windows.push({ name: 'concurrent', limit: concurrent, used: total.concurrent, resetS: concurrentResetS });
  return windows;
}

/** Returns the window with the smallest share left. There is at least one, because empty limits are null. */
export function leastRemaining(windows: readonly RateLimitWindow[]): RateLimitWindow {
  const share = ({ limit, used }: RateLimitWindow) => (limit - used) / limit;
  return windows.reduce((least, next) => (share(next) < share(least) ? next : least));
}

/**
 * Returns the headers of draft-ietf-httpapi-ratelimit-headers-06: the tightest window, and all limits as the policy.
 */
export function rateLimitHeaders(limits: KeyLimits, { limit, used, resetS }: RateLimitWindow): Record<string, string> {
  const { requests_per_minute: requests, tokens_per_minute: tokens, concurrent } = limits;
  const policies: string[] = [];
  if (requests !== undefined) policies.push(`${requests};w=60;comment="requests"`);
  if (tokens !== undefined) policies.push(`${tokens};w=60;comment="tokens"`);
  if (concurrent !== undefined) policies.push(`${concurrent};comment="concurrent"`);
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(resetS),
    'ratelimit-policy': policies.join(', '),
  };
}
