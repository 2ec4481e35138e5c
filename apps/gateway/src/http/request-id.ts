import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

const sane = /^[A-Za-z0-9._-]{1,128}$/;

/** The request's own `x-request-id` where it is a sane token, else a new one (interface, section 2). */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : v7();
}
