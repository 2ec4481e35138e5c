import { AppError, invalidRequest, overloaded, timedOut } from '@earshot/errors';
import { redact } from './redact.js';

/** What a server said when it refused, as far as it could be read. */
interface Refusal {
  message: string;
  /** Its `code` and `type`: servers use either for the same thing. */
  kinds: unknown[];
}

/** A provider's rate limit without a Retry-After: long enough not to hammer, short enough for a waiting caller. */
const DEFAULT_RETRY_AFTER_S = 1;
/** Providers name hours for daily budgets; nobody waits longer than this before asking again. */
const MAX_RETRY_AFTER_S = 3_600;

/** `code`s and `type`s of OpenAI and llama.cpp for a prompt that does not fit. */
const CONTEXT_KINDS = new Set<unknown>(['context_length_exceeded', 'exceed_context_size_error']);
/** What vLLM, TGI and others write instead. */
const CONTEXT_MESSAGE = /maximum (context|model) length|context (length|size|window)|max_total_tokens/i;

/** The provider took the request but gave no usable answer. */
export function providerFailed(why: string, cause?: unknown): AppError {
  return new AppError({
    code: 'provider_failed',
    type: 'upstream_error',
    message: `The model provider failed: ${why}.`,
    cause,
  });
}

/** No connection came about, so the request can't have been seen by the provider. */
export function providerUnreachable(cause: unknown): AppError {
  return new AppError({
    code: 'provider_unreachable',
    type: 'upstream_error',
    message: "The model provider can't be reached.",
    cause,
  });
}

/** The provider fell silent. */
export function providerSilent(cause: unknown): AppError {
  return timedOut('deadline_exceeded', 'The model provider did not go on in time.', { cause });
}

/** More requests than the connections to one provider, and the queue for them, can take. */
export function providerQueueFull(): AppError {
  return overloaded('queue_full', 'Too many requests to this model provider are under way.', 1);
}

/** Reads the error object of any of the servers: `{error: {message, code, type}}`, `{error: "..."}`, `{message}`, `{detail}`. */
function readRefusal(body: unknown): Refusal {
  const outer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const inner =
    typeof outer.error === 'object' && outer.error !== null ? (outer.error as Record<string, unknown>) : outer;
  const texts = [inner.message, outer.error, outer.message, outer.detail];
  const message = texts.find((text) => typeof text === 'string') ?? '';
  return { message: message as string, kinds: [inner.code, inner.type, outer.error_type] };
}

function retryAfterS(header: string | undefined): number {
  if (header === undefined) return DEFAULT_RETRY_AFTER_S;
  // RFC 9110, 10.2.3: seconds, or a date.
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  if (Number.isNaN(seconds)) return DEFAULT_RETRY_AFTER_S;
  return Math.min(MAX_RETRY_AFTER_S, Math.max(DEFAULT_RETRY_AFTER_S, Math.ceil(seconds)));
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
  const { message, kinds } = readRefusal(body);
  const quoted = redact(message, apiKey);
  const details = {
    ...(status !== null && { provider_status: status }),
    ...(quoted !== '' && { provider_message: quoted }),
  };
  const isCallers = status === 400 || status === 413 || status === 422;

  if (
    (isCallers || status === null) &&
    (kinds.some((kind) => CONTEXT_KINDS.has(kind)) || (isCallers && CONTEXT_MESSAGE.test(message)))
  ) {
    const said = quoted === '' ? '' : ` The provider says: ${quoted}`;
    return invalidRequest('context_length_exceeded', `The messages do not fit into the model's context.${said}`, {
      param: 'messages',
      details,
    });
  }
  if (isCallers) {
    return invalidRequest('provider_rejected', quoted === '' ? 'The model provider refused the request.' : quoted, {
      details,
    });
  }
  // A 503 with a Retry-After is a server that says it is busy; one without may be anything.
  if (status === 429 || (status === 503 && retryAfter !== undefined)) {
    return overloaded(
      'provider_rate_limited',
      'The model provider takes no more requests now.',
      retryAfterS(retryAfter),
      { details },
    );
  }
  const what = status === null ? 'it broke off its answer with an error' : `it answered with status ${status}`;
  return new AppError({
    code: 'provider_failed',
    type: 'upstream_error',
    message: `The model provider failed: ${what}.`,
    details,
  });
}
