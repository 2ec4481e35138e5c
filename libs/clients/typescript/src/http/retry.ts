import { retryAfterMsOf } from './error-response.js';
import { ConnectionError, DeadlineError } from './errors.js';

/** How long a request is retried. */
export interface RetryPolicy {
  /** Attempts at most, the first one included. */
  readonly maxAttempts: number;
  /** Time for all attempts and the waits between them. */
  readonly deadlineMs: number;
  /** Time for one attempt, until the response is read; of a stream, until it begins. */
  readonly attemptTimeoutMs: number;
}

/** About a minute: a restart of Earshot takes seconds. */
export const defaultRetryPolicy: RetryPolicy = { maxAttempts: 8, deadlineMs: 60_000, attemptTimeoutMs: 30_000 };

const firstWaitMs = 250;
const maxWaitMs = 15_000;

/** Earshot rejected these before it did anything, so every request may be sent again. */
const rejected = new Set([429, 503]);
/** What happened is not known, so only an idempotent request may be sent again. */
const unknown = new Set([408, 502, 504]);

/** A request with its retries. */
export interface RetryOptions {
  readonly policy: RetryPolicy;
  /** Whether sending it twice has the effect of sending it once. */
  readonly idempotent: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request until it has a response that no retry would change. It waits as long as `Retry-After` says, and
 * longer after each failure. A wait that would pass the deadline is not begun.
 *
 * @returns the last response, which may be an error
 * @throws ConnectionError if the last attempt got no response; the reason of `signal` if that was aborted
 */
export async function withRetries(
  send: (signal: AbortSignal) => Promise<Response>,
  { policy, idempotent, signal }: RetryOptions,
): Promise<Response> {
  const deadline = Date.now() + policy.deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = Math.max(1, Math.min(policy.attemptTimeoutMs, deadline - Date.now()));
    const outcome = await attemptOnce(send, timeoutMs, signal);
    const waitMs = waitBefore(attempt + 1, outcome);
    const mayRetry = isTransient(outcome, idempotent) && attempt < policy.maxAttempts && Date.now() + waitMs < deadline;
    if (!mayRetry) {
      if (outcome instanceof Response) return outcome;
      throw outcome;
    }
    if (outcome instanceof Response) await outcome.body?.cancel();
    await sleep(waitMs, signal);
  }
}

function isTransient(outcome: Response | ConnectionError, idempotent: boolean): boolean {
  if (!(outcome instanceof Response)) return idempotent;
  return rejected.has(outcome.status) || (idempotent && unknown.has(outcome.status));
}

/** Half of it is random, so that clients that failed together return apart. */
function waitBefore(attempt: number, outcome: Response | ConnectionError): number {
  const backOffMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (attempt - 2)) * (0.5 + Math.random() / 2);
  return Math.max(backOffMs, outcome instanceof Response ? (retryAfterMsOf(outcome.headers) ?? 0) : 0);
}

async function attemptOnce(
  send: (signal: AbortSignal) => Promise<Response>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Response | ConnectionError> {
  signal?.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await send(signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.signal.aborted) return new DeadlineError(`No response within ${timeoutMs} ms.`, { cause: error });
    return new ConnectionError(reasonOf(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch` hides the reason, such as `connect ECONNREFUSED 127.0.0.1:8080`, in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}

/** Waits. @throws the reason of `signal` if that is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
