import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { LastUsedRecorder } from '../src/auth/last-used-recorder.js';
import { GatewayApp } from './gateway-app.js';
import { keyUses } from './scripted-management.controller.js';

const gateway = new GatewayApp();
const flushUses = () => gateway.app.get(LastUsedRecorder, { strict: false }).flush();

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

it('reports the last use of a frequently used key once, rejected requests included', async () => {
  const { id, api_key: key, last_used_at: before } = await made();
  expect(before).toBeNull();
  const since = Date.now();
  for (let request = 0; request < 20; request += 1) await gateway.fetch('/api/v1/models', { key });
  const last = Date.now();
  await gateway.fetch('/api/v1/projects', { key, json: { key: 'refused' } });
  expect(keyUses).toEqual([]);
  await flushUses();
  expect(keyUses).toEqual([{ id, at: expect.any(String) }]);
  expect(Date.parse(keyUses[0]?.at as string)).toBeGreaterThanOrEqual(last);
  expect(last).toBeGreaterThanOrEqual(since);
});

it('reports no unused and no unknown key', async () => {
  await gateway.fetch('/api/v1/models', { key: `es_${'Z'.repeat(43)}` });
  await gateway.fetch('/api/v1/models');
  await flushUses();
  expect(keyUses).toEqual([]);
});

it('reports more keys than fit into one message', async () => {
  const uses = gateway.app.get(LastUsedRecorder, { strict: false });
  const ids = Array.from({ length: 2_001 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  for (const id of ids) uses.note(id);
  await flushUses();
  expect(new Set(keyUses.map(({ id }) => id))).toEqual(new Set(ids));
});
