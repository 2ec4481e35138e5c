import { Agent, type Dispatcher, errors, fetch, Headers, type RequestInit, type Response } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { guardedConnector, type Resolve } from './guarded-connector.js';

/** As for model servers: longer than a SYN that is sent again, on a bad line. */
const connectTimeoutMs = 5_000;

/** Below the 5 s after which common servers close an unused connection. */
const keepAliveMs = 4_000;

/** To one server, over all projects: the requests of a process are bounded apart from that. */
const connectionsPerServer = 32;

/** Limits and surroundings of a {@link GuardedHttp}. */
interface GuardedHttpOptions {
  /** Most bytes of the body of one response. */
  readonly maxResponseBytes: number;
  /** Replaces the system's resolver in tests. */
  readonly resolve?: Resolve;
}

/** A response was compressed despite the request: a small one could expand without a limit. */
export class CompressedResponse extends Error {
  constructor() {
    super('the response is compressed');
    this.name = 'CompressedResponse';
  }
}

/** HTTP to addresses of callers: checked, bounded, redirects unfollowed. Pass a signal: only connecting times out. */
export class GuardedHttp {
  readonly #agent: Dispatcher;

  constructor(policy: AddressPolicy, { maxResponseBytes, resolve }: GuardedHttpOptions) {
    this.#agent = new Agent({
      connect: guardedConnector(policy, { timeoutMs: connectTimeoutMs, resolve }),
      connections: connectionsPerServer,
      keepAliveTimeout: keepAliveMs,
      maxResponseSize: maxResponseBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
    }).compose(boundedPreludes);
  }

  /** See `fetch`. @throws CompressedResponse; errors of {@link isAddressRefused}; those of `fetch`. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('accept-encoding', 'identity');
    const response = await fetch(url, { ...init, headers, redirect: 'manual', dispatcher: this.#agent });
    if ((response.headers.get('content-encoding') ?? 'identity') === 'identity') return response;
    await response.body?.cancel();
    throw new CompressedResponse();
  };

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Limit of informational responses (1xx) before an answer. Good servers send two or three. */
export const maxPreludes = 32;

/** Makes a client break off an answer before which there are more than {@link maxPreludes} informational ones. */
const boundedPreludes: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let preludes = 0;
  // Inherits, because the handler keeps its state in `this`.
  const bounded = Object.create(handler) as Dispatcher.DispatchHandler;
  bounded.onResponseStart = function (controller, status, ...rest) {
    if (status < 200) preludes += 1;
    if (preludes > maxPreludes) controller.abort(new errors.SocketError('too many informational responses'));
    else handler.onResponseStart?.call(this, controller, status, ...rest);
  };
  return dispatch(options, bounded);
};
