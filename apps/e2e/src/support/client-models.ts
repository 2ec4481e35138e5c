import { call, makeProject } from './api.js';
import { ScriptedProvider } from './provider.js';
import { until } from './until.js';

/** The guarantee is one second; the rest allows for a busy machine. */
const stopsWithinMs = 10_000;

/** Models for clients, `{project}/{model}`, and a key for them. */
export interface ClientModels {
  readonly apiKey: string;
  /** A key limited to one request per minute. */
  readonly limitedKey: string;
  /** Answers "Hello there." in three pieces. */
  readonly chat: string;
  /** Returns vectors of eight numbers. */
  readonly vectors: string;
  /** Its provider returns 429. */
  readonly busy: string;
  /** Answers for minutes. */
  readonly slow: string;
}

/** Providers with {@link ClientModels} for one spec. */
export class ClientProvider {
  readonly #provider = new ScriptedProvider();
  readonly #slow = new ScriptedProvider();
  readonly #busy = new ScriptedProvider();

  async start(): Promise<ClientModels> {
    this.#busy.script = { words: [], refuse: { status: 429, body: { error: { message: 'Slow down.' } } } };
    this.#slow.script = { words: Array<string>(2_000).fill('x'), delayMs: 50 };
    const doubles = [this.#provider, this.#busy, this.#slow];
    const [baseUrl, busyUrl, slowUrl] = (await Promise.all(doubles.map((double) => double.start()))) as [
      string,
      string,
      string,
    ];
    const project = await makeProject();
    const make = async (key: string, base_url: string, capability: string): Promise<string> => {
      const body = { key, provider: { kind: 'openai', base_url, model: key }, capabilities: [capability] };
      const { status } = await call('POST', `/api/v1/projects/${project.key}/models`, { body });
      if (status !== 201) throw new Error(`could not make the model ${key}: ${status}`);
      return `${project.key}/${key}`;
    };
    const limited = { name: 'limited', permissions: ['inference'], limits: { requests_per_minute: 1 } };
    const limitedKey = await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body: limited });
    if (limitedKey.status !== 201) throw new Error(`could not make a key with limits: ${limitedKey.status}`);
    return {
      apiKey: project.apiKey,
      limitedKey: limitedKey.body.api_key,
      chat: await make('chat', baseUrl, 'chat'),
      vectors: await make('vectors', baseUrl, 'embeddings'),
      busy: await make('busy', busyUrl, 'chat'),
      slow: await make('slow', slowUrl, 'chat'),
    };
  }

  /** Resolves once the request to the slow provider was aborted. */
  async slowWasStopped(): Promise<void> {
    await until(() => this.#slow.abandoned > 0, stopsWithinMs, 20);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#provider, this.#busy, this.#slow].map((double) => double.stop()));
  }
}
