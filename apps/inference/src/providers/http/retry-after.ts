/** A refusal without a Retry-After: long enough not to hammer, short enough for a waiting caller. */
const DEFAULT_RETRY_AFTER_S = 1;
/** Providers name hours for daily budgets; callers are told at most this, in s. */
const MAX_RETRY_AFTER_S = 3_600;

/** Parses a Retry-After header, in ms; null if missing or invalid. */
export function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  // RFC 9110, 10.2.3: seconds, or a date. Some servers send fractions.
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  // A date names its month; Date.parse would take nearly any number for a year or a month.
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The whole seconds that our own callers are told to wait. */
export function toRetryAfterS(ms: number | null): number {
  const seconds = Math.ceil((ms ?? 0) / 1_000);
  return Math.min(MAX_RETRY_AFTER_S, Math.max(DEFAULT_RETRY_AFTER_S, seconds));
}
