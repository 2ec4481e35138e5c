import { HttpException } from '@nestjs/common';
import { AppError, invalidRequest, notFound } from '@earshot/errors';

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
 *
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
