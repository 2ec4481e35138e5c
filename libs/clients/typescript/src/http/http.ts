import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../generated/schema.js';
import { errorOfResponse } from './error-response.js';
import { ConnectionError } from './errors.js';
import { withRetries, type RetryOptions, type RetryPolicy } from './retry.js';

/** Where requests go, with which key. */
export interface HttpOptions {
  /** Address without a path, for example `http://127.0.0.1:8080`. */
  readonly baseURL: string;
  readonly apiKey: string;
  readonly policy: RetryPolicy;
  readonly fetch: typeof fetch;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, and the waits between its attempts. */
  readonly signal?: AbortSignal | undefined;
}

/** A request that the typed client cannot send: bytes, lines or a stream of events. */
export interface RawRequest extends CallOptions {
  readonly method?: 'GET' | 'POST';
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether sending it twice has the effect of sending it once. Default: whether it is a GET. */
  readonly idempotent?: boolean;
  /** Whether the caller reads the body as it arrives. */
  readonly stream?: boolean;
  readonly attemptTimeoutMs?: number;
  /** Media type of responses that are returned whatever their status. */
  readonly accepts?: string;
}

const safeMethods = new Set(['GET', 'HEAD']);

/** Sends requests to one installation, with retries. Every method throws an {@link ApiError} outside 2xx. */
export class Http {
  /** The typed client of all routes. A write is retried if it has an `Idempotency-Key`. */
  readonly api: Client<paths>;

  constructor(private readonly options: HttpOptions) {
    this.api = createClient<paths>({
      baseUrl: options.baseURL,
      headers: { authorization: `Bearer ${options.apiKey}` },
      fetch: (request) => this.#sendTyped(request),
    });
  }

  /** Returns a copy that retries in another way. */
  withPolicy(policy: Partial<RetryPolicy>): Http {
    return new Http({ ...this.options, policy: { ...this.options.policy, ...policy } });
  }

  /** Sends a request and returns its response. */
  async raw(path: string, request: RawRequest = {}): Promise<Response> {
    const { method = 'GET', body, headers, idempotent = method === 'GET', stream = false, signal } = request;
    const url = `${this.options.baseURL}${path}`;
    const { attemptTimeoutMs = this.options.policy.attemptTimeoutMs } = request;
    const init = {
      method,
      headers: { authorization: `Bearer ${this.options.apiKey}`, ...headers },
      body: body ?? null,
    };
    const send = async (attempt: AbortSignal) => {
      const response = await this.options.fetch(url, { ...init, signal: attempt });
      return stream && response.ok ? response : inMemory(response);
    };
    const policy = { ...this.options.policy, attemptTimeoutMs };
    return this.#checked(send, { idempotent, signal, policy }, request.accepts);
  }

  #sendTyped(request: Request): Promise<Response> {
    const idempotent = safeMethods.has(request.method) || request.headers.has('idempotency-key');
    const send = async (signal: AbortSignal) =>
      inMemory(await this.options.fetch(new Request(request.clone(), { signal })));
    return this.#checked(send, { idempotent, signal: request.signal, policy: this.options.policy });
  }

  async #checked(send: (signal: AbortSignal) => Promise<Response>, options: RetryOptions, accepted?: string) {
    try {
      const response = await withRetries(send, options);
      const isAccepted = accepted !== undefined && response.headers.get('content-type')?.startsWith(accepted);
      if (!response.ok && !isAccepted) throw await errorOfResponse(response);
      return response;
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const hint = 'Is Earshot running there? `baseURL` or EARSHOT_URL sets the address.';
      const Class = error.constructor as typeof ConnectionError;
      throw new Class(`${this.options.baseURL}: ${error.message.replace(/\.?$/, '.')} ${hint}`, { cause: error.cause });
    }
  }
}

/** Reads the body within the attempt, so that a connection that breaks in it is retried too. */
async function inMemory(response: Response): Promise<Response> {
  const hasBody = response.status !== 204 && response.status !== 304;
  const bytes = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(hasBody ? bytes : null, { status, statusText, headers });
}

/** Returns the body of a typed call. {@link Http} has thrown already if there is none. */
export async function bodyOf<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}
