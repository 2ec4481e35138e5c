import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, call, makeProject } from './support/api.js';
import { chatOnce, type Chats, type Outcome } from './support/chat-load.js';
import { ScriptedProvider } from './support/provider.js';
import { until } from './support/until.js';

// Thousands of connections on a machine that is busy with other things.
jest.setTimeout(180_000);

/**
 * What two inference processes have for one project at one model server: three quarters of connections, and of places
 * of those that wait for one.
 */
const room = 2 * (768 + 192);
const flood = room + 500;
/**
 * Made at a time, and the pause between: the flood meets the limits of chats, not those of listening sockets, and no
 * process of a busy machine is silent for so long that its chats are given up.
 */
const wave = 100;
const pauseMs = 1_000;
/** One process has as many connections for one project: whichever takes them, so many chats reach the provider. */
const reaching = 768;

describe('chats above the limit', () => {
  const provider = new ScriptedProvider();
  let chats: Chats;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    const project = await makeProject();
    await addModel(project, baseUrl);
    const body = { limits: { concurrent: 10_000 } };
    expect((await call('PATCH', `/api/v1/projects/${project.key}`, { body })).status).toBe(200);
    chats = { key: project.apiKey, model: project.key, answer: 'first last' };
  });

  afterAll(() => provider.stop());

  it('are rejected while others are in progress; accepted and later chats are answered', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    provider.script = { words: ['first', ' last'], gate };
    let ended = 0;
    const outcomes: Promise<Outcome>[] = [];
    while (outcomes.length < flood) {
      for (let i = 0; i < wave; i += 1) outcomes.push(chatOnce(chats, true).finally(() => (ended += 1)));
      await until(() => provider.requests.length >= Math.min(outcomes.length, reaching), 120_000, 10);
      await sleep(pauseMs);
    }
    // Before the provider goes on, only a refusal can end a chat.
    await until(() => ended >= outcomes.length - room, 120_000, 50);
    open();
    const all = await Promise.all(outcomes);
    expect(all.filter(({ ending }) => ending !== 'answered' && ending !== 'refused')).toEqual([]);
    // So many are let in at least, by the only process, or however the two share the flood.
    expect(all.filter(({ ending }) => ending === 'answered').length).toBeGreaterThanOrEqual(room / 2);
    const after = await Promise.all(Array.from({ length: 50 }, () => chatOnce(chats, true)));
    expect(after.filter(({ ending }) => ending !== 'answered')).toEqual([]);
  });
});
