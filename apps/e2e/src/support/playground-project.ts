import { call, create, makeProject, uniqueKey } from './api.js';
import { ScriptedProvider } from './provider.js';
import type { ListedComparison, ListedFeedback } from './review-project.js';

const models = ['large', 'small'] as const;

/** A project with two models, each with a provider of its own that a test scripts. */
export class PlaygroundProject {
  readonly large = new ScriptedProvider();
  readonly small = new ScriptedProvider();
  #made: Awaited<ReturnType<typeof makeProject>> | undefined;

  get key(): string {
    if (this.#made === undefined) throw new Error('the project is not made yet');
    return this.#made.key;
  }

  async start(): Promise<void> {
    this.#made = await makeProject(['inference', 'read', 'feedback']);
    for (const key of models) await this.model(key, await this[key].start(), ['chat'], key === 'large');
  }

  /** Adds a model of a server. */
  async model(key: string, baseUrl: string, capabilities: readonly string[], isDefault = false): Promise<void> {
    const provider = { kind: 'openai', base_url: baseUrl, model: key };
    await this.created('models', { key, provider, capabilities, default: isDefault });
  }

  async stop(): Promise<void> {
    await call('DELETE', `/api/v1/projects/${this.key}`);
    for (const key of models) await this[key].stop();
  }

  /** Scripts both models: `Alpha begins` or `Bravo begins`, and ` and ends.` after the gate. */
  answerAt(gate?: Promise<void>): void {
    this.large.script = { words: ['Alpha begins', ' and ends.'], gate };
    this.small.script = { words: ['Bravo begins', ' and ends.'], gate };
  }

  /** Creates a metric. @returns its key. */
  async metric(): Promise<string> {
    const key = uniqueKey('metric');
    await this.created('metrics', { key, name: key, kind: 'bool' });
    return key;
  }

  /** Starts a campaign of both models that comparisons under a metric decide. @returns its key. */
  async campaign(metric: string): Promise<string> {
    const key = uniqueKey('campaign');
    await this.created('ab_campaigns', { key, metric, models, traffic_split: 0, feedback_type: 'preference' });
    return key;
  }

  /** Cancels a campaign, so that another one may have its models. */
  async cancel(campaign: string): Promise<void> {
    const path = `/api/v1/projects/${this.key}/ab_campaigns/${campaign}`;
    const answer = await call('PATCH', path, { body: { status: 'cancelled' } });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Winner, loser and tie of the comparisons under a metric: at most as many as one page has. */
  async compared(metric: string): Promise<{ preferred: string | null; other: string | null; tied: string | null }[]> {
    const path = `/api/v1/projects/${this.key}/comparisons?metric=${metric}&limit=100`;
    const { status, body } = await call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return (body.data as unknown as ListedComparison[]).map(({ preferred, other, tied }) => ({
      preferred: preferred.model,
      other: other.model,
      tied,
    }));
  }

  /** Values of the feedback under a metric: at most as many as one page has. */
  async rated(metric: string): Promise<(boolean | number)[]> {
    const path = `/api/v1/projects/${this.key}/feedback?metric=${metric}&limit=100`;
    const { status, body } = await call('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return (body.data as unknown as ListedFeedback[]).map(({ value }) => value);
  }

  /** Creates a resource of the project. */
  created(path: string, body: object): Promise<void> {
    return create(`/api/v1/projects/${this.key}/${path}`, body);
  }
}
