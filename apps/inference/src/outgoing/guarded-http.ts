import { Agent, type Dispatcher, errors, fetch, Headers, type RequestInit, type Response } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { guardedConnector, type Resolve } from './guarded-connector.js';

/** As for model servers: longer than a SYN that is sent again, on a bad line. */
const connectTimeoutMs = 5_000;

/** Below what common servers (5 s) keep an unused connection for. */
const keepAliveMs = 4_000;

/** To one server, over all projects: the requests of a process are bounded apart from that. */
const connectionsPerServer = 32;

/** Limits and surroundings of a {@link GuardedHttp}. */
interface GuardedHttpOptions {
  /** Most bytes of the body of one response. */
  readonly maxResponseBytes: number;
  /** In place of the system's resolver, for tests. */
  readonly resolve?: Resolve;
}

/** A response came compressed, which was not asked for: unpacked, a small one may be a large one. */
export class CompressedResponse extends Error {
  constructor() {
    super('the response is compressed');
    this.name = 'CompressedResponse';
  }
}

/**
 * HTTP at addresses that projects and callers name: only where the policy permits it, with bounded responses. A redirect is returned and not
 * followed. There is no timeout but that of the connection: give each request a signal.
 */
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

  /** See `fetch`. @throws CompressedResponse; an error of which {@link isAddressRefused} holds; as `fetch`. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('accept-encoding', 'identity');
    const response = await fetch(url, { ...init, headers, redirect: 'manual', dispatcher: this.#agent });
    if ((response.headers.get('content-encoding') ?? 'identity') === 'identity') return response;
    await response.body?.cancel();
    throw new CompressedResponse();
  };

  /** Breaks off every connection. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** Most informational responses (1xx) before an answer. Good servers send two or three; each costs the event loop as much as an answer does. */
export const maxPreludes = 32;

/** Makes a client break off an answer before which there are more than {@link maxPreludes} informational ones. */
const boundedPreludes: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let preludes = 0;
  // By inheritance: the handler keeps its own state in `this`.
  const bounded = Object.create(handler) as Dispatcher.DispatchHandler;
  bounded.onResponseStart = function (controller, status, ...rest) {
    if (status < 200) preludes += 1;
    if (preludes > maxPreludes) controller.abort(new errors.SocketError('too many informational responses'));
    else handler.onResponseStart?.call(this, controller, status, ...rest);
  };
  return dispatch(options, bounded);
};
