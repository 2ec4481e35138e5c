import { toWireError, AppError, invalidRequest, notFound, type ErrorType, type WireError } from '@earshot/errors';
import { HttpException, Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { logFields, type CallContext } from '@earshot/contracts-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from './logger.js';

/** HTTP status of each family of errors. */
const statusByType: Record<ErrorType, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  rate_limit_error: 429,
  server_error: 500,
  upstream_error: 502,
  overloaded_error: 503,
  timeout_error: 504,
};

/** Statuses of HTTP errors. */
const statusByCode: Record<string, number> = {
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,
};

/** The body of every error response: the error object of the OpenAI interface. */
export interface ErrorBody {
  error: { message: string; type: ErrorType; param: string | null; code: string; details?: unknown };
}

/** An error response. */
export interface ErrorResponse {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody;
}

/** Creates the response to an error; unexpected errors reveal no details. */
export function errorResponse(error: unknown): ErrorResponse {
  const wire = toWireError(error);
  return {
    status: statusByCode[wire.code] ?? statusByType[wire.type],
    headers:
      wire.retry_after_s === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(wire.retry_after_s))) },
    body: errorBody(wire),
  };
}

/** The error object alone, as it also travels inside a stream. */
export function errorBody({ message, type, param, code, details }: WireError): ErrorBody {
  return { error: { message, type, param: param ?? null, code, ...(details !== undefined && { details }) } };
}

/** AppErrors for errors of Fastify. */
const httpErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    invalidRequest('body_too_large', 'The body exceeds the limit of this endpoint. Send less, or upload it in parts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    invalidRequest('unsupported_media_type', 'Expected a JSON body with Content-Type: application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalidRequest('content_length_mismatch', 'The length of the body differs from Content-Length.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalidRequest('body_missing', 'The body is empty. Send a JSON object.'),
  FST_ERR_BAD_URL: () => invalidRequest('url_malformed', 'The path is not a valid percent-encoded URL.'),
};

/**
 * Converts errors of Fastify and of Nest's router to AppErrors; returns other errors unchanged.
 * @param url of the request.
 */
export function fromHttpError(thrown: unknown, url: string): unknown {
  if (thrown instanceof AppError || typeof thrown !== 'object' || thrown === null) return thrown;
  // Nest wraps what Fastify throws.
  const { cause } = thrown as { cause?: unknown };
  const { code, statusCode, message } = (thrown instanceof HttpException ? (cause ?? thrown) : thrown) as HttpError;
  const known = httpErrors[code ?? ''];
  if (known) return known();
  const status = thrown instanceof HttpException ? thrown.getStatus() : (statusCode ?? 500);
  if (status === 404) return notFound('path', url.split('?', 1)[0] as string);
  return status >= 400 && status < 500 ? invalidRequest('bad_request', message, { cause: thrown }) : thrown;
}

interface HttpError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message: string;
}

/** Turns errors into HTTP responses. Unexpected errors are logged with their cause. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  /** Returns errors of GraphQL unchanged: its response lists them. */
  catch(thrown: unknown, host: ArgumentsHost): unknown {
    if (host.getType() !== 'http') return thrown;
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = fromHttpError(thrown, request.url);
    const { status, headers, body } = errorResponse(error);
    if (status === 500) {
      const { call } = request as { call?: CallContext };
      const fields = call === undefined ? { request_id: request.id } : logFields(call);
      this.logger.error({ err: thrown, ...fields, path: request.routeOptions.url }, 'request failed');
    }
    // Fastify would close the connection while the caller still sends, and the caller would see a reset. Left open,
    // Node reads and drops the rest until the request timeout.
    reply.removeHeader('connection');
    // After the status line, a broken response is better than one that looks complete.
    if (reply.raw.headersSent) reply.raw.destroy();
    else void reply.status(status).headers(headers).send(body);
    return undefined;
  }
}
