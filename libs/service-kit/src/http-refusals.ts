import { HttpException } from '@nestjs/common';
import { AppError, invalidRequest, notFound } from '@earshot/errors';

/** Refusals of the HTTP server and of Nest's router in our own terms. */
const httpRefusals: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    invalidRequest('body_too_large', 'The body is larger than this endpoint takes. Send less, or upload it in parts.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    invalidRequest(
      'unsupported_media_type',
      "This endpoint takes JSON: send the header 'Content-Type: application/json'.",
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    invalidRequest('content_length_mismatch', "The body's length is not the one that Content-Length says."),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalidRequest('body_missing', 'The body is empty: send a JSON object.'),
  FST_ERR_BAD_URL: () => invalidRequest('url_malformed', 'The path is not a valid percent-encoded URL.'),
};

/**
 * What Fastify or Nest's router threw as the refusal that it stands for; anything else as it is.
 *
 * @param url of the request.
 */
export function fromHttpError(thrown: unknown, url: string): unknown {
  if (thrown instanceof AppError || typeof thrown !== 'object' || thrown === null) return thrown;
  // Nest wraps what Fastify throws.
  const { cause } = thrown as { cause?: unknown };
  const { code, statusCode, message } = (thrown instanceof HttpException ? (cause ?? thrown) : thrown) as HttpError;
  const known = httpRefusals[code ?? ''];
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
