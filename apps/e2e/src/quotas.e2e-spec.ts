import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ProjectUsageResponse } from '@earshot/dto-projects';
import { addModel, call, makeProject, send } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { until } from './support/until.js';
import { Uploads } from './support/upload-sessions.js';

/** The service deletes expired interactions once a minute. */
const retentionMs = 120_000;

jest.setTimeout(180_000);

const permissions = ['inference', 'feedback', 'data', 'read'];
const hello = { messages: [{ role: 'user', content: 'Hello' }], completion: 'Hi' };

type Project = Awaited<ReturnType<typeof makeProject>>;

async function projectWith(changes: object): Promise<Project> {
  const project = await makeProject(permissions);
  expect((await call('PATCH', `/api/v1/projects/${project.key}`, { body: changes })).status).toBe(200);
  return project;
}

const record = ({ key: project, apiKey: key }: Project, fields: object = {}) =>
  call('POST', '/api/v1/interactions', { key, body: { project, ...hello, ...fields } });

async function usage({ key: project, apiKey: key }: Project): Promise<ProjectUsageResponse> {
  const { status, body } = await call('GET', `/api/v1/projects/${project}/usage`, { key });
  expect(status).toBe(200);
  return body as unknown as ProjectUsageResponse;
}

describe('a project whose quota is used up', () => {
  const provider = new ScriptedProvider();
  let baseUrl: string;

  beforeAll(async () => {
    baseUrl = await provider.start();
  });

  afterAll(() => provider.stop());

  it('stores no more interactions, answers chats that are not stored, and continues once the quota is raised', async () => {
    const project = await projectWith({ quotas: { interactions: 2 } });
    await addModel(project, baseUrl);
    const chat = (store: boolean) =>
      send('POST', '/api/v1/chat/completions', {
        key: project.apiKey,
        body: { model: project.key, store, messages: hello.messages },
      });
    for (let recorded = 0; recorded < 2; recorded += 1) expect((await record(project)).status).toBe(201);
    await until(async () => (await usage(project)).interactions.used === 2, 30_000);
    // The gateway is notified within about a second; chats until then are stored.
    await until(async () => (await chat(true)).status === 403, 30_000);

    const refused = await record(project);
    expect([refused.status, refused.body.error]).toMatchObject([
      403,
      { code: 'quota_exceeded', details: { quota: 'interactions', limit: 2 } },
    ]);
    const requestCount = provider.requests.length;
    expect((await chat(true)).status).toBe(403);
    expect(provider.requests).toHaveLength(requestCount);
    expect((await chat(false)).status).toBe(200);
    expect((await usage(project)).interactions.limit).toBe(2);

    const raised = await call('PATCH', `/api/v1/projects/${project.key}`, { body: { quotas: { interactions: 10 } } });
    expect(raised.status).toBe(200);
    await until(async () => (await record(project)).status === 201, 30_000);
  });

  it('starts no further upload until one is aborted', async () => {
    const project = await projectWith({ quotas: { upload_sessions: 1 } });
    const uploads = new Uploads(project.key, project.apiKey);
    const session = await uploads.begin(1);
    const begin = () => call('POST', '/api/v1/upload/init', { key: project.apiKey, body: { total_parts_count: 1 } });
    const refused = await begin();
    expect([refused.status, refused.body.error]).toMatchObject([
      403,
      { code: 'quota_exceeded', details: { quota: 'upload_sessions', limit: 1 } },
    ]);
    const aborted = await call('DELETE', '/api/v1/upload/abort', {
      key: project.apiKey,
      body: { session_id: session },
    });
    expect(aborted.status).toBeLessThan(300);
    await until(async () => (await begin()).status < 300, 30_000);
  });
});

it('interactions are deleted after the retention of their project, and no others', async () => {
  const project = await projectWith({ interactions_days: 1 });
  const agesDays = [3, 0];
  const [expired, recent] = await Promise.all(
    agesDays.map(async (days) => {
      const created_at = new Date(Date.now() - days * 86_400_000).toISOString();
      const { status, body } = await record(project, { created_at });
      expect(status).toBe(201);
      return body.completion_id;
    }),
  );
  const statusOf = async (id: string | undefined) =>
    (await call('GET', `/api/v1/projects/${project.key}/interactions/${id}`, { key: project.apiKey })).status;
  await until(async () => (await statusOf(expired)) === 404, retentionMs);
  expect(await statusOf(recent)).toBe(200);
});
