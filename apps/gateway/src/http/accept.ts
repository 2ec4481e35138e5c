import { invalidRequest } from '@earshot/errors';

/**
 * Refuses a request whose `Accept` header (RFC 9110, section 12.5.1) leaves out all that can be answered.
 *
 * @param also a second media type that the route may answer with.
 * @throws AppError `not_acceptable`.
 */
export function refuseUnacceptable(accept: string | undefined, also?: string): void {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept === also) return;
  if (accepts(accept, 'application/json') || (also !== undefined && accepts(accept, also))) return;
  const produced = also === undefined ? 'application/json' : `application/json or ${also}`;
  throw invalidRequest('not_acceptable', `The response is ${produced}, which the Accept header excludes.`);
}

/** Whether the header takes the media type: of the ranges that match it the most specific one decides, and says no with `q=0`. */
export function accepts(accept: string, mediaType: string): boolean {
  const names = [mediaType, `${mediaType.split('/', 1)[0]}/*`, '*/*'];
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  for (const name of names) {
    const range = ranges.find(([type]) => type === name);
    if (range) return !range.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter));
  }
  // An empty header says nothing.
  return accept.trim() === '';
}
