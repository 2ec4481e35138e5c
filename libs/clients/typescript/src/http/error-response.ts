import {
  ApiError,
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  type ErrorFields,
} from './errors.js';

const classes: Readonly<Record<number, new (message: string, fields: ErrorFields) => ApiError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The body of an error response, or an error event of a stream. */
export interface ErrorBody {
  readonly error?: {
    readonly message?: string;
    readonly code?: string;
    readonly param?: string | null;
    readonly details?: unknown;
  };
}

/** Reads the error of a response outside 2xx. A proxy may answer with something else than JSON. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const body = parsed(await response.text());
  const fallback = `The server answered ${`${response.status} ${response.statusText}`.trim()} without a reason.`;
  return errorOfBody(body, {
    status: response.status,
    fallback,
    requestId: response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMsOf(response.headers),
  });
}

/** Returns the error of a body: that of a response, a line of a bulk import, or an event of a stream. */
export function errorOfBody(
  { error }: ErrorBody,
  about: { status: number; fallback: string; requestId?: string | null; retryAfterMs?: number | null },
): ApiError {
  const Class = classes[about.status] ?? (about.status >= 500 ? ServerError : InvalidRequestError);
  return new Class(error?.message ?? about.fallback, {
    status: about.status,
    code: error?.code ?? 'unknown',
    param: error?.param ?? null,
    details: error?.details,
    requestId: about.requestId ?? null,
    retryAfterMs: about.retryAfterMs ?? null,
  });
}

/** Reads `Retry-After`: seconds, or a date from a proxy. */
export function retryAfterMsOf(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function parsed(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}
