import { Pool } from 'undici';
import { KEEP_ALIVE_MS, MAX_ENDPOINTS } from './limits.js';
import type { OpenaiSettings } from './openai-settings.js';
import { parseBaseUrl } from './openai-target.js';
import { Places, type Place, type Waiting } from './places.js';
import { providerQueueFull } from './upstream-errors.js';
import { gaugeWaiting } from '../waiting.metrics.js';

/** One server: its connections, and where it answers what. */
export class Endpoint {
  readonly pool: Pool;
  /** Path and query of the chat completions. */
  readonly chatPath: string;
  /** Path and query of the embeddings. */
  readonly embeddingsPath: string;
  private readonly places: Places;

  constructor(
    baseUrl: string,
    { connections, connectTimeoutMs, idleTimeoutMs, queueLimit }: OpenaiSettings,
    waiting: Waiting,
  ) {
    this.places = new Places(connections, waiting, queueLimit);
    const url = parseBaseUrl(baseUrl);
    const root = url.pathname.replace(/\/+$/, '');
    this.chatPath = `${root}/chat/completions${url.search}`;
    this.embeddingsPath = `${root}/embeddings${url.search}`;
    this.pool = new Pool(url.origin, {
      connections,
      connect: { timeout: connectTimeoutMs },
      keepAliveTimeout: KEEP_ALIVE_MS,
      bodyTimeout: idleTimeoutMs,
    });
  }

  get idle(): boolean {
    return this.places.allFree;
  }

  /** Takes one place for a request. @throws AppError `queue_full` */
  enter(): Place {
    return this.places.take();
  }
}

/** The endpoints in use, by address; the one unused for longest goes when there are too many. */
export class Endpoints {
  private readonly byBaseUrl = new Map<string, Endpoint>();
  private readonly waiting: Waiting = { count: 0 };

  constructor(private readonly settings: OpenaiSettings) {
    gaugeWaiting('openai', () => this.waiting.count);
  }

  /** @throws AppError `base_url_invalid`, `queue_full` when every endpoint that could go is busy. */
  get(baseUrl: string): Endpoint {
    const known = this.byBaseUrl.get(baseUrl);
    if (known !== undefined) {
      // A map keeps the order of insertion: the newest use goes to its end.
      this.byBaseUrl.delete(baseUrl);
      this.byBaseUrl.set(baseUrl, known);
      return known;
    }
    const endpoint = new Endpoint(baseUrl, this.settings, this.waiting);
    if (this.byBaseUrl.size >= MAX_ENDPOINTS) this.evict();
    this.byBaseUrl.set(baseUrl, endpoint);
    return endpoint;
  }

  /** Breaks off every connection. */
  async close(): Promise<void> {
    const pools = [...this.byBaseUrl.values()].map(({ pool }) => pool.destroy());
    this.byBaseUrl.clear();
    await Promise.all(pools);
  }

  private evict(): void {
    for (const [baseUrl, endpoint] of this.byBaseUrl) {
      if (!endpoint.idle) continue;
      this.byBaseUrl.delete(baseUrl);
      // Nothing is under way on it, so nobody can miss it; destroying an idle pool does not fail.
      void endpoint.pool.destroy();
      return;
    }
    throw providerQueueFull();
  }
}
