import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import type { RecordKeyUses } from '@earshot/contracts-projects';
import { of } from 'rxjs';
import { KeyUseRecorder } from '../src/auth/key-use-recorder.js';
import { GatewayApp } from './gateway-app.js';
import type { ChatScript } from './scripted-chat.controller.js';
import { keyUses } from './scripted-management.controller.js';

const gateway = new GatewayApp();
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const answer: ChatChunk = { model: 'demo/demo', choices: [{ index: 0, text: 'a', finish_reason: 'stop' }], usage };
const answers: ChatScript = () => of(answer);
const flushUses = () => gateway.app.get(KeyUseRecorder, { strict: false }).flush();

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await flushUses();
  keyUses.length = 0;
});

async function made() {
  const json = { name: 'x', permissions: ['read'] };
  const answer = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
  return (await answer.json()) as { id: string; api_key: string; last_used_at: null };
}

it('reports the uses of a frequently used key once, rejected requests included', async () => {
  const { id, api_key: key, last_used_at: before } = await made();
  expect(before).toBeNull();
  const since = Date.now();
  for (let request = 0; request < 20; request += 1) await gateway.fetch('/api/v1/models', { key });
  const last = Date.now();
  await gateway.fetch('/api/v1/projects', { key, json: { key: 'refused' } });
  expect(keyUses).toEqual([]);
  await flushUses();
  expect(keyUses).toEqual([{ id, at: expect.any(String), requests: 21, tokens: 0 }]);
  expect(Date.parse(keyUses[0]?.at as string)).toBeGreaterThanOrEqual(last);
  expect(last).toBeGreaterThanOrEqual(since);
});

it('reports the tokens of answers to a key without limits', async () => {
  const key = await gateway.keyOf('demo', ['inference']);
  for (const stream of [false, true]) await (await gateway.chat(answers, { key, body: { stream } })).text();
  await flushUses();
  expect(keyUses).toEqual([expect.objectContaining({ requests: 2, tokens: 6 })]);
});

it('repeats a failed report under its id before it sends later uses', async () => {
  const sent: { id: string; requests: number[] }[] = [];
  let isAway = true;
  const command = async (_contract: unknown, { uses }: RecordKeyUses, { id }: { id: string }) => {
    sent.push({ id, requests: uses.map(({ requests }) => requests as number) });
    if (isAway) throw new Error('away');
    return {};
  };
  const recorder = new KeyUseRecorder({ command } as never, { warn: () => {} } as never);
  recorder.note('a');
  await recorder.flush();
  recorder.note('a');
  recorder.note('a');
  await recorder.flush();
  isAway = false;
  await recorder.flush();
  const id = sent[0]?.id as string;
  expect(sent.slice(0, 3)).toEqual(Array(3).fill({ id, requests: [1] }));
  expect(sent.slice(3)).toEqual([{ id: expect.not.stringMatching(id), requests: [2] }]);
});

it('reports no unused and no unknown key', async () => {
  await gateway.fetch('/api/v1/models', { key: `es_${'Z'.repeat(43)}` });
  await gateway.fetch('/api/v1/models');
  await flushUses();
  expect(keyUses).toEqual([]);
});

it('reports more keys than fit into one message', async () => {
  const uses = gateway.app.get(KeyUseRecorder, { strict: false });
  const ids = Array.from({ length: 2_001 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  for (const id of ids) uses.note(id);
  await flushUses();
  expect(new Set(keyUses.map(({ id }) => id))).toEqual(new Set(ids));
});

describe('the usage of keys', () => {
  const usageOf = async (id: string, query = '') => {
    const response = await gateway.fetch(`/api/v1/projects/demo/api_keys/usage${query}`);
    const { data } = (await response.json()) as { data: { key_id: string }[] };
    return data.find(({ key_id }) => key_id === id);
  };

  it('has how much of each limit is used now', async () => {
    const limits = { requests_per_minute: 9, tokens_per_minute: 1_000, concurrent: 2 };
    const json = { name: 'limited', permissions: ['inference'], limits };
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
    const { id, api_key: key } = (await created.json()) as { id: string; api_key: string };
    const uses = (requests: number, tokens: number, resets_at: unknown) => ({
      requests_per_minute: { used: requests, limit: 9 },
      tokens_per_minute: { used: tokens, limit: 1_000 },
      concurrent: { used: 0, limit: 2 },
      resets_at,
    });
    const counts = { key_id: id, requests: 30, tokens: 7, last_used_at: null };
    expect(await usageOf(id)).toEqual({ ...counts, limits: uses(0, 0, null) });
    await (await gateway.chat(answers, { key })).text();
    expect(await usageOf(id, '?days=7')).toEqual({ ...counts, requests: 7, limits: uses(1, 3, expect.any(String)) });
  });

  it('has no limits of a key without any', async () => {
    const { id } = await made();
    expect(await usageOf(id)).toMatchObject({ limits: null });
  });

  it('rejects a period that is not kept', async () => {
    for (const days of ['0', '401', 'x'])
      expect((await gateway.fetch(`/api/v1/projects/demo/api_keys/usage?days=${days}`)).status).toBe(400);
    expect((await gateway.fetch('/api/v1/api_keys/usage?days=400')).status).toBe(200);
  });
});
