import { invalidRequest } from '@earshot/errors';

/**
 * Checks the `Accept` header (RFC 9110, 12.5.1).
 * @param also media type in addition to JSON.
 * @throws AppError `not_acceptable`
 */
export function requireAcceptable(accept: string | undefined, also?: string): void {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept === also) return;
  if (accepts(accept, 'application/json') || (also !== undefined && accepts(accept, also))) return;
  const produced = also === undefined ? 'application/json' : `application/json or ${also}`;
  throw invalidRequest('not_acceptable', `The response is ${produced}, which the Accept header excludes.`);
}

/** Whether the header accepts the media type: the most specific matching range decides, `q=0` excludes. */
export function accepts(accept: string, mediaType: string): boolean {
  const names = [mediaType, `${mediaType.split('/', 1)[0]}/*`, '*/*'];
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  for (const name of names) {
    const range = ranges.find(([type]) => type === name);
    if (range) return !range.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
  }
  // An empty header accepts everything.
  return accept.trim() === '';
}

/** Whether the header names this very media type, and not with `q=0`. */
export function namesMediaType(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && accept.toLowerCase().includes(mediaType) && accepts(accept, mediaType);
}
