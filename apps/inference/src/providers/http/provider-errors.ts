import { AppError, overloaded, type AppErrorFields } from '@earshot/errors';
import { baseUrlNotAllowed } from '../../outgoing/outgoing.errors.js';
import { isCallers, isContextExceeded, readErrorBody, type ErrorBody } from './error-body.js';

/** Retry-After for a rate limit without one, in s: relieves the server, and is short enough for a caller. */
const DEFAULT_RETRY_AFTER_S = 1;
/** Longest Retry-After for callers, in s. Providers send hours for daily budgets. */
const MAX_RETRY_AFTER_S = 3_600;

/** Consequences of a failed attempt for the next one. */
export interface Verdict {
  /** Whether the same request may be sent to the same server again: only if the server no longer works on it. */
  readonly retry: boolean;
  /** The server's Retry-After, in ms; null for none. */
  readonly retryAfterMs: number | null;
  /** Whether the server is at fault. A server that rejects a request for a reason works. */
  readonly faulty: boolean;
}

/** A failure of a provider, with its consequences for further attempts. */
export class ProviderError extends AppError {
  constructor(
    fields: AppErrorFields,
    readonly verdict: Verdict,
  ) {
    super(fields);
  }
}

/** The server is at fault, and may have worked on the request. A retry might be paid for twice. */
export const faultyOnce: Verdict = { retry: false, retryAfterMs: null, faulty: true };
/** The server is at fault and does not work on the request, so it may be sent again. */
export const faultyAgain: Verdict = { retry: true, retryAfterMs: null, faulty: true };
/** The server works and rejected the request. A retry would be rejected too. */
export const refused: Verdict = { retry: false, retryAfterMs: null, faulty: false };

/** The provider took the request but gave no usable answer. */
export function providerFailed(why: string, cause?: unknown, verdict: Verdict = faultyOnce): ProviderError {
  const message = `The model provider failed: ${why}.`;
  return new ProviderError({ code: 'provider_failed', type: 'upstream_error', message, cause }, verdict);
}

/** The connection closed before an answer, usually an idle one: the request may be sent again. */
export function connectionClosed(cause?: unknown): ProviderError {
  return providerFailed('it closed the connection without an answer', cause, faultyAgain);
}

/** Causes of failed connections, by the code of Node's or undici's error. */
const connectErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'DNS lookup failed',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
};

/**
 * No connection was made, so the provider has not seen the request. The message names the cause; the gateway shows
 * `details.provider_address` to callers that may read models.
 * @param address host and port of base_url.
 */
export function providerUnreachable(cause: Error & { code?: unknown }, address: string): ProviderError {
  const code = typeof cause.code === 'string' && /^\w+$/.test(cause.code) ? cause.code : 'unknown error';
  const why =
    connectErrors[code] ?? (/CERT|SIGNATURE|TLS|SSL/.test(code) ? 'certificate or TLS error' : 'connection failed');
  // Codes of undici mean nothing to callers.
  const shown = code.startsWith('UND_') ? '' : ` (${code})`;
  return new ProviderError(
    {
      code: 'provider_unreachable',
      type: 'upstream_error',
      message: `The model provider cannot be reached: ${why}${shown}.`,
      details: { provider_address: address },
      cause,
    },
    faultyAgain,
  );
}

/** The address policy forbids the server, so no connection was made. */
export function providerNotAllowed(cause: unknown): ProviderError {
  return new ProviderError({ ...baseUrlNotAllowed(), cause }, refused);
}

/** The provider sent nothing for too long. It may still work on the request, so the request is not sent again. */
export function providerSilent(cause?: unknown): ProviderError {
  const message = 'The model provider did not respond in time.';
  return new ProviderError({ code: 'deadline_exceeded', type: 'timeout_error', message, cause }, faultyOnce);
}

/** More requests than the connections to one provider, and the queue for them, can take. */
export function providerQueueFull(): AppError {
  return overloaded('queue_full', 'Too many requests to the model provider are in progress. Retry the request.', 1);
}

/**
 * Converts an error response. @param status null inside a stream. @param body parsed JSON; other text is not quoted.
 * @param retryAfter the header. @param apiKey redacted from the message.
 */
export function errorFrom(status: number | null, body: unknown, retryAfter?: string, apiKey?: string): AppError {
  const error = readErrorBody(status, body, apiKey);
  const { quoted } = error;
  const details = {
    ...(status !== null && { provider_status: status }),
    ...(quoted !== '' && { provider_message: quoted }),
  };
  if (isContextExceeded(error)) {
    const quote = quoted === '' ? '' : ` The provider reported: ${quoted}`;
    const message = `The messages exceed the model's context.${quote}`;
    const fields = { ...invalid, code: 'context_length_exceeded', message, param: 'messages', details };
    return new ProviderError(fields, refused);
  }
  if (isCallers(error)) {
    const message = quoted === '' ? 'The model provider rejected the request.' : quoted;
    return new ProviderError({ ...invalid, code: 'provider_rejected', message, details }, refused);
  }
  return isBusy(error, retryAfter) ? rateLimited(details, retryAfter) : badAnswer(error, details);
}

const invalid = { type: 'invalid_request_error' } as const;

/**
 * A 503 with a Retry-After means a busy server; without one it may mean anything. 529 is Anthropic's status for one,
 * and `overloaded_error` its name in a stream.
 */
function isBusy({ status, kinds }: ErrorBody, retryAfter: string | undefined): boolean {
  if (status === null) return kinds.includes('overloaded_error');
  return status === 429 || status === 529 || (status === 503 && retryAfter !== undefined);
}

function rateLimited(details: object, retryAfter: string | undefined): ProviderError {
  const afterMs = retryAfterMs(retryAfter);
  const message = 'The rate limit of the model provider is exceeded. Retry later.';
  return new ProviderError(
    {
      code: 'provider_rate_limited',
      type: 'overloaded_error',
      message,
      retryAfterS: toRetryAfterS(afterMs),
      details,
    },
    { retry: true, retryAfterMs: afterMs, faulty: false },
  );
}

function badAnswer({ status }: ErrorBody, details: object): ProviderError {
  const what = status === null ? 'it ended its answer with an error' : `it answered with status ${status}`;
  const message = `The model provider failed: ${what}.`;
  return new ProviderError({ code: 'provider_failed', type: 'upstream_error', message, details }, verdictOn(status));
}

/** 408 and 409 are temporary; other statuses below 500 are final. */
function verdictOn(status: number | null): Verdict {
  if (status === null) return refused;
  if (status === 408 || status === 409) return { ...refused, retry: true };
  return status >= 500 ? faultyAgain : refused;
}

/** Parses a Retry-After header, in ms; null if missing or invalid. */
export function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  // RFC 9110, 10.2.3: seconds, or a date. Some servers send fractions.
  if (/^\d+(\.\d+)?$/.test(header)) return Number(header) * 1_000;
  // A date names its month; Date.parse would take nearly any number for a year or a month.
  const ms = /[a-z]/i.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The whole seconds that callers are told to wait. */
function toRetryAfterS(ms: number | null): number {
  const seconds = Math.ceil((ms ?? 0) / 1_000);
  return Math.min(MAX_RETRY_AFTER_S, Math.max(DEFAULT_RETRY_AFTER_S, seconds));
}
