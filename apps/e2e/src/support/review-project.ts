import { call, create, makeProject, uniqueKey } from './api.js';
import { ScriptedProvider } from './provider.js';

/** Two answers to one prompt, of the models `large` and `small`. */
export interface AnsweredPrompt {
  readonly prompt: string;
  /** Ids of the completions by the texts of the answers. */
  readonly completions: ReadonlyMap<string, string>;
}

/** The ids of the two answers to each prompt, as items of a queue. */
export function pairsOf(answered: readonly AnsweredPrompt[]): string[][] {
  return answered.map(({ completions }) => [...completions.values()]);
}

/** A comparison as the interface lists it. */
export interface ListedComparison {
  readonly preferred: { readonly completion_id: string; readonly model: string | null };
  readonly other: { readonly completion_id: string; readonly model: string | null };
  readonly tied: 'good' | 'bad' | null;
}

/** Feedback as the interface lists it. */
export interface ListedFeedback {
  readonly completion_id: string;
  readonly value: boolean | number;
  readonly reason: string | null;
  readonly details: string | null;
}

/** What a queue says of its items. */
export interface QueueState {
  readonly counts: { readonly waiting: number; readonly leased: number };
  readonly fill_error: string | null;
  readonly replays?: { readonly pending: number; readonly answered: number; readonly failed: number };
}

/** Kinds of review queues. */
type QueueKind = 'compare' | 'rate';

/** A project with two models whose answers a test tells apart, and with review queues. */
export class ReviewProject {
  readonly #provider = new ScriptedProvider();
  #made: Awaited<ReturnType<typeof makeProject>> | undefined;

  get key(): string {
    if (this.#made === undefined) throw new Error('the project is not made yet');
    return this.#made.key;
  }

  async start(): Promise<void> {
    const baseUrl = await this.#provider.start();
    this.#made = await makeProject(['inference', 'read', 'manage']);
    for (const key of ['large', 'small'])
      await this.created('models', {
        key,
        provider: { kind: 'openai', base_url: baseUrl, model: key },
        capabilities: ['chat'],
      });
  }

  async stop(): Promise<void> {
    await call('DELETE', `/api/v1/projects/${this.key}`);
    await this.#provider.stop();
  }

  /** The text of the answers from now on. */
  answersWith(text: string): void {
    this.#provider.script = { words: [text] };
  }

  /** Creates a metric. @returns its key. */
  async metric(kind: 'bool' | 'scalar'): Promise<string> {
    const key = uniqueKey(kind);
    await this.created('metrics', { key, name: key, kind });
    return key;
  }

  /** Asks both models this many prompts, one after the other. */
  async answered(count: number): Promise<AnsweredPrompt[]> {
    const prompts: AnsweredPrompt[] = [];
    for (let index = 0; index < count; index += 1) {
      const prompt = `Question ${uniqueKey(String(index))}`;
      const completions = new Map<string, string>();
      for (const model of ['large', 'small']) {
        const text = `${prompt} answered by ${model}`;
        this.answersWith(text);
        completions.set(text, await this.#completion(model, prompt));
      }
      prompts.push({ prompt, completions });
    }
    return prompts;
  }

  /** Creates a queue with items of these completions. @returns its key. */
  async queue(kind: QueueKind, metric: string, items: readonly (readonly string[])[]): Promise<string> {
    const key = await this.queueFrom(kind, metric, null);
    await this.created(`review_queues/${key}/items`, { items: items.map((ids) => ({ completion_ids: ids })) });
    return key;
  }

  /** Creates a queue that is filled from a source. @returns its key. */
  async queueFrom(kind: QueueKind, metric: string, source: object | null): Promise<string> {
    const key = uniqueKey('queue');
    await this.created('review_queues', { key, name: key, kind, metric, source });
    return key;
  }

  /** Reads a queue. */
  async stateOf(queue: string): Promise<QueueState> {
    const { status, body } = await call('GET', `/api/v1/projects/${this.key}/review_queues/${queue}`);
    if (status !== 200) throw new Error(`${queue}: ${status} ${JSON.stringify(body)}`);
    return body as unknown as QueueState;
  }

  /** All entries under a metric: at most as many as one page has. */
  async listed<Entry>(list: 'comparisons' | 'feedback', metric: string): Promise<Entry[]> {
    const { status, body } = await call('GET', `/api/v1/projects/${this.key}/${list}?metric=${metric}&limit=100`);
    if (status !== 200) throw new Error(`${list}: ${status} ${JSON.stringify(body)}`);
    return body.data as unknown as Entry[];
  }

  /** Creates a resource of the project. */
  created(path: string, body: object): Promise<void> {
    return create(`/api/v1/projects/${this.key}/${path}`, body);
  }

  async #completion(model: string, content: string): Promise<string> {
    const body = { model: `${this.key}/${model}`, messages: [{ role: 'user', content }] };
    const answer = await call('POST', '/api/v1/chat/completions', { body });
    if (answer.status !== 200) throw new Error(`chat: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.choices[0]?.completion_id as string;
  }
}
