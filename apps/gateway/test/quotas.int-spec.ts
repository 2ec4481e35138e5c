import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { interactionQuotasState, type UsedUpQuota } from '@earshot/contracts-interactions';
import type { ProjectResponse } from '@earshot/dto-projects';
import { producerHeader, RecordPublisher, replicaToken, type StateReplica } from '@earshot/messaging';
import { of } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, type ChatScript } from './scripted-chat.controller.js';
import { scriptedUsage } from './scripted-usage.controller.js';

// The gateway and the services behind it take seconds to start on a busy machine.
jest.setTimeout(60_000);

const gateway = new GatewayApp();
const unset = { bytes: null, objects: null, upload_sessions: null, interactions: null };
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const answers: ChatScript = () =>
  of({ model: 'demo/demo', choices: [{ index: 0, text: 'a', finish_reason: 'stop' as const }], usage });
let projectId: string;

beforeAll(async () => {
  await gateway.start();
  const created = await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  projectId = ((await created.json()) as ProjectResponse).id;
});
afterAll(() => gateway.stop());

/**
 * The interactions service tells of a used up quota, or that it is none any more; the gateway knows once this resolves.
 */
async function publishUsedUpQuota(value: UsedUpQuota | null): Promise<void> {
  const { topic, type } = interactionQuotasState;
  const headers = { [producerHeader]: topic.producer ?? '' };
  const bytes = value === null ? null : Buffer.from(JSON.stringify(value));
  const record = { topic: topic.name, key: projectId, type, value: bytes, headers };
  await gateway.app.get(RecordPublisher, { strict: false }).publish([record]);
  const replica: StateReplica<UsedUpQuota> = gateway.app.get(replicaToken(interactionQuotasState), { strict: false });
  await replica.fence();
}

it('rejects chats above the quota of interactions before any generation, unless they are not stored', async () => {
  await publishUsedUpQuota({ project_id: projectId, limit: 7 });
  const before = chatRequests.length;
  for (const body of [{}, { store: true }, { store: null }, { stream: true }]) {
    const answer = await gateway.chat(answers, { body });
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error]).toMatchObject([
      403,
      { code: 'quota_exceeded', type: 'permission_error', details: { quota: 'interactions', limit: 7 } },
    ]);
    expect(error.message).toContain("quota 'interactions' of 7");
  }
  expect(chatRequests.length).toBe(before);
  expect((await gateway.chat(answers, { body: { store: false } })).status).toBe(200);
  await publishUsedUpQuota(null);
  expect((await gateway.chat(answers)).status).toBe(200);
});

it('shows the usage and the quotas of a project to keys that may read it', async () => {
  const key = await gateway.keyOf('demo', ['read']);
  const answer = await gateway.fetch('/api/v1/projects/demo/usage', { key });
  expect([answer.status, await answer.json()]).toEqual([200, scriptedUsage]);
  const other = await gateway.keyOf('demo', ['inference']);
  expect((await gateway.fetch('/api/v1/projects/demo/usage', { key: other })).status).toBe(403);
});

it('lets only the administrator change quotas', async () => {
  const change = (quotas: object, key?: string) =>
    gateway.fetch('/api/v1/projects/demo', { method: 'PATCH', json: { quotas }, ...(key && { key }) });
  const key = await gateway.keyOf('demo', ['manage']);
  expect((await change({ bytes: 5 }, key)).status).toBe(403);
  expect((await (await gateway.fetch('/api/v1/projects/demo')).json()) as object).toMatchObject({ quotas: unset });
  expect(await (await change({ bytes: 5 })).json()).toMatchObject({ quotas: { ...unset, bytes: 5 } });
  for (const wrong of [{ bytes: -1 }, { bytes: 1.5 }, { bytes: 'all' }, { parts: 1 }]) {
    expect((await change(wrong)).status).toBe(400);
  }
});
