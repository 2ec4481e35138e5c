import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, makeProject, send } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

// Thousands of connections on a machine that is busy with other things.
jest.setTimeout(180_000);

/** What two inference processes have for one model server: connections, and places of those that wait for one. */
const room = 2 * (1_024 + 256);
const flood = room + 500;
/** Connections are made this many at a time, so that the flood meets the limits of chats and not those of a listening socket. */
const wave = 100;

interface Outcome {
  readonly status: number;
  readonly retryAfter: number;
  readonly text: string;
}

describe('more chats than there is room for', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    const body = { key: 'm', provider: { kind: 'openai', base_url: baseUrl, model: 'm' }, capabilities: ['chat'] };
    expect((await call('POST', `/api/v1/projects/${project.key}/models`, { body })).status).toBe(201);
  });

  afterAll(() => provider.stop());

  async function chat(refused: () => void = () => undefined): Promise<Outcome> {
    const body = { model: project.key, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    const response = await send('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
    if (response.status !== 200) refused();
    const retryAfter = Number(response.headers.get('retry-after'));
    return { status: response.status, retryAfter, text: await response.text() };
  }

  it('are refused while the others are still held up; those are all answered, and what comes next as ever', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    provider.script = { words: ['first', ' last'], gate };
    let refusals = 0;
    const chats: Promise<Outcome>[] = [];
    while (chats.length < flood) {
      for (let i = 0; i < wave; i += 1) chats.push(chat(() => (refusals += 1)));
      await sleep(10);
    }
    while (refusals < chats.length - room) await sleep(50);
    open();
    const outcomes = await Promise.all(chats);
    const answered = outcomes.filter(isAnswered);
    expect(outcomes.filter((outcome) => !isAnswered(outcome) && !isRefused(outcome))).toEqual([]);
    // Each process has answered for as many as it has connections, whatever else it refused.
    expect(answered.length).toBeGreaterThan(room / 2);
    const after = await Promise.all(Array.from({ length: 50 }, () => chat()));
    expect(after.filter((outcome) => !isAnswered(outcome))).toEqual([]);
  });
});

function isRefused({ status, retryAfter }: Outcome): boolean {
  return status === 503 && retryAfter > 0;
}

function isAnswered({ status, text }: Outcome): boolean {
  return status === 200 && text.includes('"content":" last"') && text.endsWith('data: [DONE]\n\n');
}
