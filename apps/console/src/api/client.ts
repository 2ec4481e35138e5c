import createClient, { type Middleware } from 'openapi-fetch';
import { toApiError } from './api-error.js';
import type { components, paths } from './schema.js';

/** The schemas of the HTTP interface by name. */
export type Schemas = components['schemas'];

let csrfToken: string | null = null;

/** Sets the token that writes send; null after signing out. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Headers that a write needs besides those of its body. */
export function writeHeaders(): Record<string, string> {
  return csrfToken === null ? {} : { 'x-csrf-token': csrfToken };
}

const sessionAndErrors: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET' || request.method === 'HEAD') return undefined;
    for (const [name, value] of Object.entries(writeHeaders())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
    return undefined;
  },
};

/** Time of a request, twice as long as the gateway waits for a service. */
export const requestTimeoutMs = 30_000;

/** Returns a `fetch` that times out, and then rejects with a `TimeoutError`. */
export function fetchWithin(timeoutMs: number): (request: Request) => Promise<Response> {
  return (request) => fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]) });
}

/** The client of the HTTP interface. Every method throws an {@link ApiError} for a response outside 2xx. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: fetchWithin(requestTimeoutMs),
});
api.use(sessionAndErrors);

/** Returns the body of a response. The client has thrown already if there is none. */
export async function bodyOf<T>(response: Promise<{ data?: T }>): Promise<T> {
  return (await response).data as T;
}
