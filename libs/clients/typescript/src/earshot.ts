import type { Client } from 'openapi-fetch';
import { Campaigns } from './campaigns/campaigns.js';
import { Chat } from './chat.js';
import { liveEvents } from './events.js';
import { Feedback } from './feedback/feedback.js';
import { Artifacts } from './files/artifacts.js';
import { Datasets } from './files/datasets.js';
import { Recipes } from './files/recipes.js';
import { Uploads } from './files/uploads.js';
import type { paths } from './generated/schema.js';
import { UsageError } from './http/errors.js';
import { Http, type CallOptions } from './http/http.js';
import { Interactions } from './interactions/interactions.js';
import { httpOptionsOf, type EarshotOptions } from './options.js';
import type { LiveEvent } from './types.js';

/** An OpenAI client that talks to Earshot. */
export interface OpenAIClient {
  readonly baseURL: string;
  readonly apiKey: unknown;
}

/** A client of one installation of Earshot. */
export class Earshot {
  /** Address of the installation, without a path of a client. */
  readonly baseURL: string;
  readonly feedback: Feedback;
  readonly interactions: Interactions;
  readonly datasets: Datasets;
  readonly recipes: Recipes;
  readonly artifacts: Artifacts;
  readonly uploads: Uploads;
  readonly campaigns: Campaigns;
  readonly chat: Chat;
  /** All other routes, by path. It throws the same errors. Writes are retried if they have an `Idempotency-Key`. */
  readonly api: Client<paths>;
  readonly #http: Http;

  /** @throws UsageError if there is no API key, or the address is none */
  constructor(options: EarshotOptions = {}) {
    const httpOptions = httpOptionsOf(options);
    const http = new Http(httpOptions);
    this.#http = http;
    this.baseURL = httpOptions.baseURL;
    this.api = http.api;
    this.feedback = new Feedback(http);
    this.interactions = new Interactions(http);
    this.uploads = new Uploads(http);
    this.datasets = new Datasets(http, this.uploads);
    this.recipes = new Recipes(http, this.uploads);
    this.artifacts = new Artifacts(http, this.uploads);
    this.campaigns = new Campaigns(http);
    this.chat = new Chat(http);
  }

  /** Creates a client with the address and key of an OpenAI client. The key needs the permission `feedback`. */
  static from({ baseURL, apiKey }: OpenAIClient, options: Omit<EarshotOptions, 'baseURL' | 'apiKey'> = {}): Earshot {
    if (typeof apiKey !== 'string') throw new UsageError('The OpenAI client has no API key that is a text.');
    return new Earshot({ ...options, baseURL, apiKey });
  }

  /**
   * Yields what is recorded in a project, as it happens, and connects again when the connection ends. There is no
   * replay: after each `connected`, read again what you show. An event may repeat.
   */
  events(of: { readonly project: string }, options: CallOptions = {}): AsyncGenerator<LiveEvent> {
    return liveEvents(this.#http, of, options);
  }
}
