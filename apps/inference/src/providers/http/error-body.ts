import { toUSVString } from 'node:util';

/** An error response, as far as it could be read. */
export interface ErrorBody {
  /** null for an error object in the middle of a stream. */
  readonly status: number | null;
  readonly message: string;
  /** The message without secrets; empty for none. */
  readonly quoted: string;
  /** Its `code` and `type`: servers use either for the same thing. */
  readonly kinds: readonly unknown[];
}

/** `code`s and `type`s of OpenAI and llama.cpp for a prompt that does not fit. */
const CONTEXT_KINDS = new Set<unknown>(['context_length_exceeded', 'exceed_context_size_error']);
/** What vLLM, TGI and others write instead. */
const CONTEXT_MESSAGE =
  /maximum (context|model) length|prompt is too long|context (length|size|window)|max_total_tokens/i;

/** Reads an error of any server: `{error: {message, code, type}}`, `{error: "..."}`, `{message}`, `{detail}`. */
export function readErrorBody(status: number | null, body: unknown, apiKey?: string): ErrorBody {
  const outer = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const inner =
    typeof outer.error === 'object' && outer.error !== null ? (outer.error as Record<string, unknown>) : outer;
  const texts = [inner.message, outer.error, outer.message, outer.detail];
  const message = (texts.find((text) => typeof text === 'string') ?? '') as string;
  return { status, message, quoted: redact(message, apiKey), kinds: [inner.code, inner.type, outer.error_type] };
}

/** Whether the server rejects the caller's request, not our key or our rate. */
export function isCallers({ status }: ErrorBody): boolean {
  return status === 400 || status === 413 || status === 422;
}

/** Whether the prompt was too long for the model. */
export function isContextExceeded(error: ErrorBody): boolean {
  if (error.status !== null && !isCallers(error)) return false;
  if (error.kinds.some((kind) => CONTEXT_KINDS.has(kind))) return true;
  return isCallers(error) && CONTEXT_MESSAGE.test(error.message);
}

/** A provider's message is quoted up to this length: a sentence or two, not a page. */
const MAX_QUOTE_LENGTH = 500;

const SECRETS: [RegExp, string][] = [
  // user:password@ in an address
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[redacted]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Common key formats: providers quote keys, partly masked, in "incorrect API key" messages.
  [/\b(?:sk|pk|rk|hf|gsk|xai|key)[-_][\w*.-]{6,}/gi, '[redacted]'],
  [/\bAIza[\w-]{10,}/g, '[redacted]'],
  [/([?&](?:api[-_]?key|key|token|access_token|code|sig|signature)=)[^\s&"']+/gi, '$1[redacted]'],
];

/** Makes a provider's text fit to show: one line, bounded, without anything that looks like a credential. */
function redact(text: string, apiKey?: string): string {
  // Bound the text before the expressions run.
  let shown = text.slice(0, 4 * MAX_QUOTE_LENGTH);
  if (apiKey !== undefined && apiKey !== '') shown = shown.replaceAll(apiKey, '[redacted]');
  for (const [pattern, replacement] of SECRETS) shown = shown.replace(pattern, replacement);
  // Control characters could forge log lines.
  shown = toUSVString(shown.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  return shown.length <= MAX_QUOTE_LENGTH ? shown : `${toUSVString(shown.slice(0, MAX_QUOTE_LENGTH - 1))}…`;
}
