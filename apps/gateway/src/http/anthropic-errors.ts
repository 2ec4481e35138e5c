import type { ErrorType, WireError } from '@earshot/errors';
import type { FastifyInstance } from 'fastify';

/** Names of error types in Anthropic's interface (https://docs.claude.com/en/api/errors). */
const types: Readonly<Record<ErrorType, string>> = {
  invalid_request_error: 'invalid_request_error',
  authentication_error: 'authentication_error',
  permission_error: 'permission_error',
  not_found_error: 'not_found_error',
  conflict_error: 'invalid_request_error',
  rate_limit_error: 'rate_limit_error',
  server_error: 'api_error',
  upstream_error: 'api_error',
  overloaded_error: 'overloaded_error',
  timeout_error: 'timeout_error',
};

/** The error object of the interface, with the code and field that Earshot names. */
export function errorOf({ type, code, message, param }: Pick<WireError, 'type' | 'code' | 'message' | 'param'>) {
  const name = code === 'body_too_large' ? 'request_too_large' : types[type];
  return { type: name, message, code, ...(param != null && { param }) };
}

/** Writes all errors of the paths of the interface in its form, whoever reports them. */
export function addAnthropicErrors(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    const isOwn = reply.statusCode >= 400 && request.url.startsWith('/anthropic/');
    const error = isOwn ? (payload as { error?: WireError } | null)?.error : undefined;
    if (error === undefined) return done(null, payload);
    void reply.header('request-id', request.id);
    done(null, { type: 'error', error: errorOf(error), request_id: request.id });
  });
}
