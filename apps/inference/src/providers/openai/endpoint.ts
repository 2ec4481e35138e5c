import { Pool } from 'undici';
import { guardedConnector } from '../../outgoing/guarded-connector.js';
import { KEEP_ALIVE_MS, MAX_ENDPOINTS } from './limits.js';
import type { OpenaiSettings } from './openai-settings.js';
import { parseBaseUrl, type OpenaiTarget } from './openai-target.js';
import { Places, type Place } from './places.js';
import { providerQueueFull } from './upstream-errors.js';
import { FairShare } from '../fair-share.js';
import { gaugeWaiting } from '../waiting.metrics.js';

/** Where a server is, and whether it may be anywhere. */
type Address = Pick<OpenaiTarget, 'baseUrl' | 'baseUrlTrusted'>;

/** One server: its connections, and where it answers what. */
export class Endpoint {
  readonly pool: Pool;
  /** Path and query of the chat completions. */
  readonly chatPath: string;
  /** Path and query of the embeddings. */
  readonly embeddingsPath: string;
  private readonly places: Places;

  constructor(
    { baseUrl, baseUrlTrusted }: Address,
    { addresses, connections, connectTimeoutMs, idleTimeoutMs }: OpenaiSettings,
    waiting: FairShare,
  ) {
    this.places = new Places(connections, waiting);
    const url = parseBaseUrl(baseUrl);
    const root = url.pathname.replace(/\/+$/, '');
    this.chatPath = `${root}/chat/completions${url.search}`;
    this.embeddingsPath = `${root}/embeddings${url.search}`;
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

  get idle(): boolean {
    return this.places.allFree;
  }

  /** Takes one place for a request of the project. @throws AppError `queue_full` */
  enter(project: string): Place {
    return this.places.take(project);
  }
}

/** The endpoints in use, by address, and apart by trust: a connection that only the one may make is never the other's. The one unused for longest goes when there are too many. */
export class Endpoints {
  private readonly byAddress = new Map<string, Endpoint>();
  private readonly waiting: FairShare;

  constructor(private readonly settings: OpenaiSettings) {
    this.waiting = new FairShare(settings.queueLimit);
    gaugeWaiting('openai', () => this.waiting.taken);
  }

  /** @throws AppError `base_url_invalid`, `queue_full` when every endpoint that could go is busy. */
  get(address: Address): Endpoint {
    const key = `${address.baseUrlTrusted === true ? 'trusted' : 'judged'} ${address.baseUrl}`;
    const known = this.byAddress.get(key);
    if (known !== undefined) {
      // A map keeps the order of insertion: the newest use goes to its end.
      this.byAddress.delete(key);
      this.byAddress.set(key, known);
      return known;
    }
    const endpoint = new Endpoint(address, this.settings, this.waiting);
    if (this.byAddress.size >= MAX_ENDPOINTS) this.evict();
    this.byAddress.set(key, endpoint);
    return endpoint;
  }

  /** Breaks off every connection. */
  async close(): Promise<void> {
    const pools = [...this.byAddress.values()].map(({ pool }) => pool.destroy());
    this.byAddress.clear();
    await Promise.all(pools);
  }

  private evict(): void {
    for (const [key, endpoint] of this.byAddress) {
      if (!endpoint.idle) continue;
      this.byAddress.delete(key);
      // Nothing is under way on it, so nobody can miss it; destroying an idle pool does not fail.
      void endpoint.pool.destroy();
      return;
    }
    throw providerQueueFull();
  }
}
