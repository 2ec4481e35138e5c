// For its types of `FastifyInstance`.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from '../http/public-address.js';

/** Name of the cookie of a session. */
export const sessionCookie = 'earshot_session';

/** Returns the session token in the `Cookie` header; undefined without one. */
export function sessionTokenOf({ headers: { cookie }, server }: FastifyRequest): string | undefined {
  return cookie?.includes(sessionCookie) ? server.parseCookie(cookie)[sessionCookie] : undefined;
}

/** Sets the cookie of a session. @param maxAgeS lifetime in seconds; 0 deletes the cookie. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, maxAgeS: number): void {
  const options = { httpOnly: true, sameSite: 'strict', path: '/', maxAge: maxAgeS, secure: isHttps(request) } as const;
  reply.header('set-cookie', request.server.serializeCookie(sessionCookie, token, options));
}
