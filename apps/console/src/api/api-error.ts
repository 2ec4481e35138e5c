/** The error of a response outside 2xx, as docs/interface.md describes it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    message: string,
    readonly status: number,
    /** For programs, for example `invalid_field`. */
    readonly code: string,
    /** Path of the invalid field, or null. */
    readonly param: string | null,
    /** Time to wait before a retry, from `Retry-After`, or null. */
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

/** Reads the error of a response. A proxy may answer with something else than JSON. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const { error } = parsed(text);
  const message = error?.message ?? `The server answered ${response.status} ${response.statusText}.`;
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'));
  return new ApiError(message, response.status, error?.code ?? 'unknown', error?.param ?? null, retryAfterMs);
}

/** Reads `Retry-After` in seconds. The interface never sends a date. */
function retryAfterOf(header: string | null): number | null {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly code?: string; readonly param?: string | null };
}

function parsed(text: string): ErrorBody {
  try {
    return JSON.parse(text) as ErrorBody;
  } catch {
    return {};
  }
}
