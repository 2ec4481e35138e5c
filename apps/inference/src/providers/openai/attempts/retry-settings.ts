/** How often and how soon a request is sent again. */
export interface RetrySettings {
  /** Attempts beyond the first. */
  maxRetries: number;
  /** Upper bound of the random wait before the first retry, in ms; it doubles with each. */
  backoffMs: number;
}

/** As the clients of OpenAI's own library do it: two more attempts, half a second and a second apart at most. */
export const RETRIES: RetrySettings = { maxRetries: 2, backoffMs: 500 };

/** A server that wants to be left alone for longer is not waited for: its caller is told when to come again. */
export const MAX_RETRY_AFTER_MS = 60_000;
