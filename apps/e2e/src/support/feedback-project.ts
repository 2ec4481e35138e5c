import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { addModel, call, send, makeProject, uniqueKey, type Answer } from './api.js';
import { ScriptedProvider } from './provider.js';

/** A completion to give feedback on. */
export interface Judged {
  readonly completionId: string;
  readonly sessionId: string;
}

/** A project with a scripted model and metrics, for tests of feedback. */
export class FeedbackProject {
  readonly provider = new ScriptedProvider();
  #project: Awaited<ReturnType<typeof makeProject>> | undefined;
  #baseUrl = '';

  get key(): string {
    return this.#made.key;
  }

  get id(): string {
    return this.#made.id;
  }

  /** A key of the project with all permissions. */
  get apiKey(): string {
    return this.#made.apiKey;
  }

  /** Address of {@link provider} for models. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  async start(): Promise<void> {
    this.#baseUrl = await this.provider.start();
    this.#project = await makeProject(['inference', 'feedback', 'read', 'manage']);
    await addModel(this, this.#baseUrl);
  }

  /** Creates the campaign `c` between `m` and a second model of the same provider, `n`, for requests that name it. */
  async campaign(metric: string): Promise<void> {
    await addModel(this, this.#baseUrl, 'n');
    const campaign = { key: 'c', metric, models: ['m', 'n'], traffic_split: 0, feedback_type: 'metric' };
    expect((await this.post(`projects/${this.key}/ab_campaigns`, campaign)).status).toBe(201);
  }

  async stop(): Promise<void> {
    try {
      await call('DELETE', `/api/v1/projects/${this.key}`);
    } finally {
      await this.provider.stop();
    }
  }

  /** Creates a metric for one test. @returns its key. */
  async metric(kind: 'bool' | 'scalar'): Promise<string> {
    const key = uniqueKey(kind);
    expect((await this.post(`projects/${this.key}/metrics`, { key, kind })).status).toBe(201);
    return key;
  }

  /** Sends a chat. @returns its completion. */
  async completion(prompt = 'Hi', fields: object = {}): Promise<Judged> {
    const messages = [{ role: 'user', content: prompt }];
    const { status, body } = await this.post('chat/completions', { model: this.key, messages, ...fields });
    expect(status).toBe(200);
    return { completionId: body.choices[0]?.completion_id as string, sessionId: body.session_id };
  }

  /** @param key another caller's key. */
  post(path: string, body: unknown, headers: Record<string, string> = {}, key = this.apiKey): Promise<Answer> {
    return call('POST', `/api/v1/${path}`, { key, body, headers });
  }

  get(path: string): Promise<Answer> {
    return call('GET', `/api/v1/projects/${this.key}/${path}`, { key: this.apiKey });
  }

  /** Starts a stream. @returns its first chunk and a function that reads the rest. */
  async stream(): Promise<{ first: { choices: { completion_id: string }[] }; rest: () => Promise<string> }> {
    const body = { model: this.key, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    let response = await send('POST', '/api/v1/chat/completions', { key: this.apiKey, body });
    // A busy machine may return 503 with Retry-After.
    for (let tries = 1; response.status === 503 && tries < 10; tries += 1) {
      await sleep(Number(response.headers.get('retry-after')) * 1_000);
      response = await send('POST', '/api/v1/chat/completions', { key: this.apiKey, body });
    }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (response.status !== 200 || !reader) throw new Error(`no stream, but status ${response.status}`);
    let text = '';
    const readOn = async (isEnough: () => boolean) => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        if (isEnough()) return;
      }
    };
    await readOn(() => text.includes('\n\n'));
    const [event = ''] = text.split('\n\n');
    return { first: JSON.parse(event.replace('data: ', '')), rest: () => readOn(() => false).then(() => text) };
  }

  /** All entries of a list of the project for a metric. */
  async all<Item>(list: 'feedback' | 'outcomes' | 'comparisons', metric: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await this.get(`${list}?limit=100&metric=${metric}${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      items.push(...(body.data as unknown as Item[]));
      cursor = body.next_cursor;
    }
    return items;
  }

  get #made() {
    if (this.#project === undefined) throw new Error('the project is not made yet');
    return this.#project;
  }
}
