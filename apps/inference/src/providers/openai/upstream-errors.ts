import { overloaded, type AppError } from '@earshot/errors';
import { baseUrlNotAllowed } from '../../outgoing/outgoing.errors.js';
import { faultyAgain, faultyOnce, ProviderError, refused, type Verdict } from './attempts/provider-error.js';
import { isCallers, isContextExceeded, readRefusal, type Refusal } from './refusal.js';
import { retryAfterMs, toRetryAfterS } from './retry-after.js';

/** The provider took the request but gave no usable answer. */
export function providerFailed(why: string, cause?: unknown, verdict: Verdict = faultyOnce): ProviderError {
  const message = `The model provider failed: ${why}.`;
  return new ProviderError({ code: 'provider_failed', type: 'upstream_error', message, cause }, verdict);
}

/**
 * The connection ended before an answer began. Most often the server had just closed an idle connection, or went away before it
 * read the request; where it began to work on it, nothing came of that. So it may be sent again.
 */
export function connectionClosed(cause?: unknown): ProviderError {
  return providerFailed('it closed the connection without an answer', cause, faultyAgain);
}

/** No connection came about, so the request can't have been seen by the provider. */
export function providerUnreachable(cause: unknown): ProviderError {
  const message = "The model provider can't be reached.";
  return new ProviderError({ code: 'provider_unreachable', type: 'upstream_error', message, cause }, faultyAgain);
}

/** The server is where the installation lets nobody connect to, so no connection was made. */
export function providerNotAllowed(cause: unknown): ProviderError {
  return new ProviderError({ ...baseUrlNotAllowed(), cause }, refused);
}

/** The provider fell silent. It may still work on the request, so that is not sent to it again. */
export function providerSilent(cause?: unknown): ProviderError {
  const message = 'The model provider did not go on in time.';
  return new ProviderError({ code: 'deadline_exceeded', type: 'timeout_error', message, cause }, faultyOnce);
}

/** More requests than the connections to one provider, and the queue for them, can take. */
export function providerQueueFull(): AppError {
  return overloaded('queue_full', 'Too many requests to this model provider are under way.', 1);
}

/**
 * The error for a refusal of the provider.
 *
 * @param status its HTTP status; null for an error object in the middle of a stream.
 * @param body its body, parsed where it was JSON, else undefined (HTML pages are not quoted).
 * @param retryAfter its Retry-After header.
 * @param apiKey ours, to be kept out of the message.
 */
export function refusalError(status: number | null, body: unknown, retryAfter?: string, apiKey?: string): AppError {
  const refusal = readRefusal(status, body, apiKey);
  const { quoted } = refusal;
  const details = {
    ...(status !== null && { provider_status: status }),
    ...(quoted !== '' && { provider_message: quoted }),
  };
  if (isContextExceeded(refusal)) {
    const said = quoted === '' ? '' : ` The provider says: ${quoted}`;
    const message = `The messages do not fit into the model's context.${said}`;
    const fields = { ...invalid, code: 'context_length_exceeded', message, param: 'messages', details };
    return new ProviderError(fields, refused);
  }
  if (isCallers(refusal)) {
    const message = quoted === '' ? 'The model provider refused the request.' : quoted;
    return new ProviderError({ ...invalid, code: 'provider_rejected', message, details }, refused);
  }
  return isBusy(refusal, retryAfter) ? rateLimited(details, retryAfter) : badAnswer(refusal, details);
}

const invalid = { type: 'invalid_request_error' } as const;

/** A 503 with a Retry-After is a server that says it is busy; one without may be anything. */
function isBusy({ status }: Refusal, retryAfter: string | undefined): boolean {
  return status === 429 || (status === 503 && retryAfter !== undefined);
}

function rateLimited(details: object, retryAfter: string | undefined): ProviderError {
  const afterMs = retryAfterMs(retryAfter);
  const message = 'The model provider takes no more requests now.';
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

function badAnswer({ status }: Refusal, details: object): ProviderError {
  const what = status === null ? 'it broke off its answer with an error' : `it answered with status ${status}`;
  const message = `The model provider failed: ${what}.`;
  return new ProviderError({ code: 'provider_failed', type: 'upstream_error', message, details }, verdictOn(status));
}

/** 408 and 409 are about the moment, not about the request; what is below 500 else is the server's considered word. */
function verdictOn(status: number | null): Verdict {
  if (status === null) return refused;
  if (status === 408 || status === 409) return { ...refused, retry: true };
  return status >= 500 ? faultyAgain : refused;
}
