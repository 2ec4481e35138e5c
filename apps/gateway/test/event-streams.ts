import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventContract } from '@earshot/contracts-core';
import type { ComparisonRecorded, FeedbackRecorded } from '@earshot/contracts-feedback';
import type { InteractionImported, InteractionRecorded } from '@earshot/contracts-interactions';
import type { MemoryBroker } from '@earshot/messaging/testing';
import type { GatewayApp } from './gateway-app.js';

const at = () => new Date().toISOString();

/** An answer with one completion. */
export const recorded = (project_id: string, more: Partial<InteractionRecorded> = {}): InteractionRecorded => ({
  ...{ response_id: 'chatcmpl-1', session_id: randomUUID(), project_id, model_id: randomUUID(), model: 'demo/demo' },
  ...{ user: null, prompt_hash: 'x', created_at: at(), messages: [{ role: 'user', content: 'Hi' }] },
  ...{ system_prompt: null, parameters: {}, labels: {}, tags: [], error: null },
  completions: [{ completion_id: randomUUID(), index: 0, text: 'Hello', finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  timings: { queue_ms: 1, first_token_ms: 2, total_ms: 3 },
  ...more,
});

/** An imported interaction. */
export const imported = (project_id: string, more: Partial<InteractionImported> = {}): InteractionImported => ({
  ...{ completion_id: randomUUID(), session_id: randomUUID(), project_id, model_id: null, model: null, user: null },
  ...{ prompt_hash: 'x', source: 'imported', created_at: at(), stored_at: at(), feedbacks: [], ...more },
});

/** Feedback; with `completion_id: null` an outcome. */
export const feedback = (project_id: string, more: Partial<FeedbackRecorded> = {}): FeedbackRecorded => ({
  ...{ id: randomUUID(), project_id, metric_id: randomUUID(), metric: 'helpful', kind: 'bool', value: true },
  ...{ origin: 'feedback', completion_id: randomUUID(), session_id: randomUUID(), model: 'demo/demo', user_id: null },
  ...{ reason: null, details: 'for nobody to see', created_at: at(), ...more },
});

/** A comparison of two completions. */
export const comparison = (project_id: string): ComparisonRecorded => ({
  ...{ id: randomUUID(), project_id, metric_id: randomUUID(), metric: 'helpful', tied: null, user_id: null },
  preferred: { completion_id: randomUUID(), model: 'demo/a' },
  other: { completion_id: randomUUID(), model: 'demo/b' },
  ...{ created_at: at(), interactions: [] },
});

/** Publishes events as the services do. */
export async function publish<E>(
  broker: MemoryBroker,
  { topic, type }: EventContract<E>,
  ...events: E[]
): Promise<void> {
  const records = events.map((event) => ({
    ...{ topic: topic.name, key: null, headers: { type }, value: Buffer.from(JSON.stringify(event)) },
  }));
  await broker.producer().send(records);
}

/** What a client receives of a stream. By `node:http`, because fetch connects again after a stream was cancelled. */
export class StreamClient {
  text = '';
  hasEnded = false;

  private constructor(private readonly answer: IncomingMessage) {
    answer.setEncoding('utf8').on('data', (piece: string) => (this.text += piece));
    answer.on('error', () => undefined).on('close', () => (this.hasEnded = true));
  }

  /** Opens the stream and waits for its first comment. @param by an API key, or the cookie of a session. */
  static async open(
    gateway: GatewayApp,
    project: string,
    by: string | { cookie: string } = gateway.adminKey,
  ): Promise<StreamClient> {
    const identity = typeof by === 'string' ? { authorization: `Bearer ${by}` } : by;
    const headers = { accept: 'text/event-stream', ...identity };
    const url = `${gateway.address}/api/v1/projects/${project}/events`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { headers, agent: false }, resolve).on('error', reject);
    });
    const client = new StreamClient(answer);
    if (answer.statusCode !== 200) throw new Error(String(answer.statusCode));
    await client.until(() => client.text.startsWith(': listening\nretry: 2000\n\n'));
    return client;
  }

  /** The received events, each with its name and data. */
  get events(): { event: string; data: object }[] {
    return [...this.text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event = '', data = '']) => ({
      event,
      data: JSON.parse(data) as object,
    }));
  }

  async until(condition: () => boolean): Promise<void> {
    for (const deadline = Date.now() + 20_000; !condition(); await sleep(10)) {
      if (Date.now() > deadline) throw new Error(`not within 20 s: ${this.text}`);
    }
  }

  leave(): void {
    this.answer.destroy();
  }
}
