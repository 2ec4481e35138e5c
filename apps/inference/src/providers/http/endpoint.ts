import { invalidRequest } from '@earshot/errors';
import { Pool } from 'undici';
import { guardedConnector } from '../../outgoing/guarded-connector.js';
import type { HttpSettings, HttpTarget } from './http-settings.js';
import { type ConnectionSlot, ConnectionSlots } from './connection-slots.js';
import { providerQueueFull } from './provider-errors.js';
import { FairShare } from '../../limits/fair-share.js';
import { gaugeWaiting } from '../../limits/limits.metrics.js';

/** How long unused connections are kept, in ms: below the 5 s of common servers (Node, uvicorn). */
const KEEP_ALIVE_MS = 4_000;

/** Servers with open connections; the least recently used is closed beyond it. */
const MAX_ENDPOINTS = 64;

/** Where a server is, and whether it may be anywhere. */
type Address = Pick<HttpTarget, 'baseUrl' | 'baseUrlTrusted'>;

/** The connections and addresses of one server. */
export class Endpoint {
  readonly pool: Pool;
  /** Host and port, for errors: no path, query or credentials. */
  readonly address: string;
  readonly #root: string;
  readonly #query: string;
  readonly #slots: ConnectionSlots;

  constructor(
    { baseUrl, baseUrlTrusted }: Address,
    { addresses, connections, connectTimeoutMs, idleTimeoutMs }: HttpSettings,
    waiting: FairShare,
  ) {
    this.#slots = new ConnectionSlots(connections, waiting);
    const url = parseBaseUrl(baseUrl);
    this.#root = url.pathname.replace(/\/+$/, '');
    this.#query = url.search;
    this.address = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
    this.pool = new Pool(url.origin, {
      connections,
      connect:
        baseUrlTrusted === true
          ? { timeout: connectTimeoutMs }
          : guardedConnector(addresses, { timeoutMs: connectTimeoutMs }),
      keepAliveTimeout: KEEP_ALIVE_MS,
      bodyTimeout: idleTimeoutMs,
    });
  }

  /** Path and query of a resource. @param resource such as `/embeddings` */
  pathOf(resource: string): string {
    return `${this.#root}${resource}${this.#query}`;
  }

  get idle(): boolean {
    return this.#slots.allFree;
  }

  /** Takes a slot for a request of the project. @throws AppError `queue_full` */
  take(project: string): ConnectionSlot {
    return this.#slots.take(project);
  }
}

/** Endpoints by address and trust: an untrusted model never uses a trusted connection. */
export class Endpoints {
  readonly #byAddress = new Map<string, Endpoint>();
  readonly #waiting: FairShare;

  /** @param kind of provider, for metrics. */
  constructor(
    kind: string,
    private readonly settings: HttpSettings,
  ) {
    this.#waiting = new FairShare(settings.queueLimit);
    gaugeWaiting(kind, () => this.#waiting.taken);
  }

  /** @throws AppError `base_url_invalid`, `queue_full` when every endpoint that could go is busy. */
  get(address: Address): Endpoint {
    const key = `${address.baseUrlTrusted === true ? 'trusted' : 'judged'} ${address.baseUrl}`;
    const known = this.#byAddress.get(key);
    if (known !== undefined) {
      // A map keeps insertion order: move the newest use to the end.
      this.#byAddress.delete(key);
      this.#byAddress.set(key, known);
      return known;
    }
    const endpoint = new Endpoint(address, this.settings, this.#waiting);
    if (this.#byAddress.size >= MAX_ENDPOINTS) this.#evict();
    this.#byAddress.set(key, endpoint);
    return endpoint;
  }

  async close(): Promise<void> {
    const pools = [...this.#byAddress.values()].map(({ pool }) => pool.destroy());
    this.#byAddress.clear();
    await Promise.all(pools);
  }

  #evict(): void {
    for (const [key, endpoint] of this.#byAddress) {
      if (!endpoint.idle) continue;
      this.#byAddress.delete(key);
      // It is idle, and destroying an idle pool does not fail.
      void endpoint.pool.destroy();
      return;
    }
    throw providerQueueFull();
  }
}

/** Parses a provider's address. Errors do not repeat it: it may hold a secret. @throws AppError `base_url_invalid` */
function parseBaseUrl(baseUrl: string): URL {
  const invalid = (why: string) =>
    invalidRequest('base_url_invalid', `The provider's base_url ${why}.`, { param: 'provider.base_url' });
  if (!URL.canParse(baseUrl)) throw invalid('is not a URL; expected, for example, https://host/v1');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw invalid('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') throw invalid('must not contain credentials; set api_key');
  if (url.hash !== '') throw invalid('must not contain a fragment');
  return url;
}
