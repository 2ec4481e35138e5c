import { call, makeProject } from './api.js';
import { ScriptedProvider } from './provider.js';
import { until } from './until.js';

/** A second is promised; the rest is for a machine that is busy with other things. */
const stopsWithinMs = 10_000;

/** Models for clients to use, `{project}/{model}`, and the key that may. */
export interface ClientModels {
  readonly apiKey: string;
  /** Another key, which may make one request a minute. */
  readonly limitedKey: string;
  /** Answers "Hello there." in three pieces. */
  readonly chat: string;
  /** Gives vectors of eight numbers. */
  readonly vectors: string;
  /** Has a provider that refuses with 429. */
  readonly busy: string;
  /** Answers for minutes. */
  readonly slow: string;
}

/** A provider of its own with {@link ClientModels}, for one spec. */
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

  /** Resolves once the provider of the slow model has lost its caller. */
  async slowWasStopped(): Promise<void> {
    await until(() => this.#slow.abandoned > 0, stopsWithinMs, 20);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#provider, this.#busy, this.#slow].map((double) => double.stop()));
  }
}
