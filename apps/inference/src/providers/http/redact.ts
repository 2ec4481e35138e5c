import { toUSVString } from 'node:util';

/** A provider's message is quoted up to this length: a sentence or two, not a page. */
const MAX_QUOTE_LENGTH = 500;

const SECRETS: [RegExp, string][] = [
  // user:password@ in an address
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[redacted]@'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [redacted]'],
  // Keys as the common providers form them; providers quote them, partly masked, in "incorrect API key" messages.
  [/\b(?:sk|pk|rk|hf|gsk|xai|key)[-_][\w*.-]{6,}/gi, '[redacted]'],
  [/\bAIza[\w-]{10,}/g, '[redacted]'],
  [/([?&](?:api[-_]?key|key|token|access_token|code|sig|signature)=)[^\s&"']+/gi, '$1[redacted]'],
];

/**
 * A provider's text made fit to be shown: one line, bounded, without anything that looks like a credential, and without
 * `apiKey`, which is ours.
 */
export function redact(text: string, apiKey?: string): string {
  // Bounded before the expressions run, with room for what they take out.
  let shown = text.slice(0, 4 * MAX_QUOTE_LENGTH);
  if (apiKey !== undefined && apiKey !== '') shown = shown.replaceAll(apiKey, '[redacted]');
  for (const [pattern, replacement] of SECRETS) shown = shown.replace(pattern, replacement);
  // Control characters could forge log lines.
  shown = toUSVString(shown.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  return shown.length <= MAX_QUOTE_LENGTH ? shown : `${toUSVString(shown.slice(0, MAX_QUOTE_LENGTH - 1))}…`;
}
