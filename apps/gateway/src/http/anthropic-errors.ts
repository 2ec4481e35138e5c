import type { ErrorType, WireError } from '@earshot/errors';
import type { ErrorBody } from '@earshot/service-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

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

/** A request id in examples. */
export const exampleRequestId = '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01';

/** Schema of the body of every error response of the interface. */
export const anthropicErrorSchema = z
  .object({
    type: z.literal('error').describe('Always `error`.'),
    error: z
      .object({
        type: z.string().describe('Type of the error, as Anthropic names it.'),
        message: z.string().describe('Human-readable message: what was wrong, what was expected and what to do.'),
        code: z.string().describe('Error code for programs. Each response lists its codes.'),
        param: z.string().optional().describe('Path of the invalid field, for example `messages[2].content`.'),
        details: z.unknown().optional().describe('Further details, for example all violations of a schema.'),
      })
      .describe('The error.'),
    request_id: z.string().describe('Id of the request.'),
  })
  .meta({
    id: 'AnthropicError',
    description: 'Error as Anthropic sends it.',
    examples: [
      {
        type: 'error',
        error: { type: 'not_found_error', message: "There is no model 'shop/none'.", code: 'model_not_found' },
        request_id: exampleRequestId,
      },
    ],
  });

/** Whether a path or URL belongs to the interface. */
export function isAnthropic(url: string): boolean {
  return url.startsWith('/anthropic/');
}

/** The error object of the interface, with the code and field that Earshot names. */
export function errorOf({
  type,
  code,
  message,
  param,
  details,
}: Pick<WireError, 'type' | 'code' | 'message' | 'param' | 'details'>) {
  const name = code === 'body_too_large' ? 'request_too_large' : types[type];
  return { type: name, message, code, ...(param != null && { param }), ...(details !== undefined && { details }) };
}

/** The body of an error response, in the form of the interface where its path belongs to it. */
export function errorBodyFor(url: string, requestId: string, body: ErrorBody): object {
  if (!isAnthropic(url)) return body;
  const { param, ...error } = body.error;
  return { type: 'error', error: errorOf({ ...error, ...(param !== null && { param }) }), request_id: requestId };
}

/** Writes all errors of the paths of the interface in its form, whoever reports them. */
export function addAnthropicErrors(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload: unknown, done) => {
    const isOwn = reply.statusCode >= 400 && isAnthropic(request.url) && typeof payload === 'object';
    if (!isOwn || payload === null || !('error' in payload) || 'request_id' in payload) return done(null, payload);
    void reply.header('request-id', request.id);
    done(null, errorBodyFor(request.url, request.id, payload as ErrorBody));
  });
}
