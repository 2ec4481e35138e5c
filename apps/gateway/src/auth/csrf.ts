import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { csrfTokenInvalid } from './access.errors.js';

type Headers = Pick<FastifyRequest, 'headers'>;

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the CSRF token of a session. It is derived, so it needs no storage; it reveals nothing about the session
 * token.
 */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('earshot/csrf').digest('base64url');
}

/**
 * Checks that a request with a session's cookie comes from a page of this origin.
 * @throws AppError `csrf_token_invalid`
 */
export function checkCsrf(request: Pick<FastifyRequest, 'method' | 'headers'>, sessionToken: string): void {
  if (safeMethods.has(request.method)) return;
  checkSameOrigin(request);
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw csrfTokenInvalid(
    'With a session, writes need the header `x-csrf-token` with the `csrf_token` of GET /api/v1/sessions/current.',
  );
}

/**
 * Checks that a request of a browser comes from a page of this origin. Other clients pass.
 * @throws AppError `csrf_token_invalid`
 */
export function checkSameOrigin({ headers }: Headers): void {
  if (isSameOrigin(headers)) return;
  throw csrfTokenInvalid('The request comes from a page of another origin. Send it from a page of this address.');
}

function isSameOrigin({ origin, host, 'sec-fetch-site': site }: FastifyRequest['headers']): boolean {
  // Scripts cannot set it. Browsers omit it for http: addresses other than localhost.
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}
