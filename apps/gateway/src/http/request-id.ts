import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

const sane = /^[A-Za-z0-9._-]{1,128}$/;

/** By request: the id that was made for it. */
const made = new WeakMap<object, string>();

/** The request's own `x-request-id` where it is a sane token, else one that is made for it, the same each time (interface, section 2). */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && sane.test(given)) return given;
  const known = made.get(request);
  if (known !== undefined) return known;
  const id = v7();
  made.set(request, id);
  return id;
}
