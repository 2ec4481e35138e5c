import { setTimeout as sleep } from 'node:timers/promises';

/** Codes of errors that pass: of Node's sockets and DNS, of PostgreSQL and S3 servers while they start or stop. */
const temporaryCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P03'],
  ...['ServiceUnavailable', 'SlowDown', 'XMinioServerNotInitialized'],
]);

/** Pause between two attempts, ms. */
const pauseMs = 1_000;

/**
 * Repeats idempotent work while its server cannot be reached: that of a new pod may be rejected for some seconds, until
 * the network policies know it.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {number} [deadlineMs] No attempt starts later.
 * @returns {Promise<T>}
 * @throws The error of the last attempt, or one that does not pass.
 */
export async function withRetries(work, deadlineMs = 60_000) {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() + pauseMs > deadline) throw error;
      console.error(`The server cannot be reached (${errorCode(error)}); trying again in ${pauseMs / 1_000} s.`);
      await sleep(pauseMs);
    }
  }
}

/** @param {unknown} error */
function isTemporary(error) {
  return temporaryCodes.has(errorCode(error));
}

/**
 * The code of an error. Several addresses of one name fail together, and pg has no code for its own timeout.
 *
 * @param {unknown} error
 * @returns {string}
 */
function errorCode(error) {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  const { code, message } = /** @type {{ code?: unknown, message?: string }} */ (error);
  if (typeof code === 'string') return code;
  return message === 'timeout expired' || message === 'Connection terminated due to connection timeout'
    ? 'ETIMEDOUT'
    : '';
}
