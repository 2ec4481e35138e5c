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
  ) {
    super(message);
  }
}

/** Reads the error of a response. A proxy may answer with something else than JSON. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const { error } = parsed(text);
  const message = error?.message ?? `The server answered ${response.status} ${response.statusText}.`;
  return new ApiError(message, response.status, error?.code ?? 'unknown', error?.param ?? null);
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
