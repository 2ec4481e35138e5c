/** Failures in a row that exhaust what retries may take, twice over. */
const MAX_TOKENS = 10;
/** What a success gives back: so retries are at most a tenth of the requests, in the long run. */
const TOKENS_PER_SUCCESS = 0.1;

/**
 * Bounds the retries at one model, so that a server in trouble is not also flooded with them: each failure takes a token, each
 * success gives a tenth of one back, and there are retries only while more than half are left.
 */
export class RetryBudget {
  private tokens = MAX_TOKENS;

  /** Whether there may be a retry. */
  get allows(): boolean {
    return this.tokens > MAX_TOKENS / 2;
  }

  succeeded(): void {
    if (this.tokens < MAX_TOKENS) this.tokens = Math.min(MAX_TOKENS, this.tokens + TOKENS_PER_SUCCESS);
  }

  failed(): void {
    this.tokens = Math.max(0, this.tokens - 1);
  }
}
