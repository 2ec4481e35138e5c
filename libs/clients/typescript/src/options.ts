import { UsageError } from './http/errors.js';
import type { HttpOptions } from './http/http.js';
import { defaultRetryPolicy, type RetryPolicy } from './http/retry.js';

/** Options of the client. All have a default. */
export interface EarshotOptions extends Partial<RetryPolicy> {
  /**
   * Address of Earshot. A base URL of an OpenAI or Anthropic client works too. Default: the variable `EARSHOT_URL`, or
   * `http://127.0.0.1:8080`.
   */
  readonly baseURL?: string | undefined;
  /** API key. Default: the variable `EARSHOT_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Another `fetch`, for example one that uses a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

const defaultAddress = 'http://127.0.0.1:8080';

/** Base paths of clients, which are not part of the address. */
const basePath = /(\/openai\/v1|\/anthropic(\/v1)?|\/api\/v1)?\/*$/;

/** @throws UsageError if there is no API key, or the address is none */
export function httpOptionsOf(options: EarshotOptions): HttpOptions {
  const apiKey = options.apiKey ?? variable('EARSHOT_API_KEY');
  if (!apiKey) throw new UsageError('There is no API key. Set `apiKey`, or the variable EARSHOT_API_KEY.');
  const policy = {
    maxAttempts: options.maxAttempts ?? defaultRetryPolicy.maxAttempts,
    deadlineMs: options.deadlineMs ?? defaultRetryPolicy.deadlineMs,
    attemptTimeoutMs: options.attemptTimeoutMs ?? defaultRetryPolicy.attemptTimeoutMs,
  };
  // Read at each call, so that tools which replace `fetch` later work.
  const send: typeof fetch = options.fetch ?? ((...args) => fetch(...args));
  return {
    baseURL: addressOf(options.baseURL ?? variable('EARSHOT_URL') ?? defaultAddress),
    apiKey,
    policy,
    fetch: send,
  };
}

/** Returns the address of Earshot in a base URL of any client. @throws UsageError if it is none */
export function addressOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`The address of Earshot must be like ${defaultAddress}; got '${url}'.`);
  }
  return url.replace(basePath, '');
}

/** Reads the environment; browsers have none. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
