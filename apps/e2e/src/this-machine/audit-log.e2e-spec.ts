import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, makeProject, send, uniqueKey, type Answer } from '../support/api.js';
import { entriesAt, unaudited } from '../support/audit-log.js';
import { filesWith, isReadable } from '../support/at-rest.js';
import { ScriptedProvider } from '../support/provider.js';
import { storedZip } from '../support/stored-zip.js';
import { upload } from '../support/uploads.js';

jest.setTimeout(120_000);

/** Words that must be nowhere in the log. */
const planted = {
  provider: `planted-${randomUUID()}`,
  header: `planted-${randomUUID()}`,
  other: `planted-${randomUUID()}`,
};

/** Bytes that begin as a PNG does. */
const anImage = () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...randomBytes(100)]);

/** By route, the id of the request that exercised it and what its entry has to be about. */
const exercised = new Map<string, { requestId: string; resource: string; action: string }>();

const actions: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'update', DELETE: 'delete' };

/** Asks for a change, and remembers that the route was exercised. `{...}` in the route are filled in their order. */
async function change(
  [route, resource]: readonly [string, string],
  names: readonly string[],
  { key, body, action }: { key?: string; body?: object; action?: string } = {},
): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string];
  const left = [...names];
  const answer = await call(
    method,
    path.replaceAll(/\{\w+\}/g, () => String(left.shift())),
    { key, body },
  );
  if (answer.status >= 300) throw new Error(`${route} was answered with ${JSON.stringify(answer.body)}`);
  const requestId = String(answer.headers.get('x-request-id'));
  exercised.set(route, { requestId, resource, action: action ?? String(actions[method]) });
  return answer;
}

describe('the audit log', () => {
  const provider = new ScriptedProvider();
  const since = new Date(Date.now() - 60_000).toISOString();
  const secrets: string[] = Object.values(planted);
  let project: Awaited<ReturnType<typeof makeProject>>;
  let other: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const base_url = await provider.start();
    project = await makeProject(['inference', 'feedback', 'read', 'manage', 'data']);
    other = await makeProject(['read', 'manage']);
    secrets.push(project.apiKey, other.apiKey);
    const root = '/api/v1/projects/{project}';
    const own = { key: project.apiKey };
    const at = project.key;

    const key = uniqueKey('temporary');
    await change(['POST /api/v1/projects', 'project'], [], { body: { key } });
    await change([`PATCH ${root}`, 'project'], [key], { body: { name: 'Other', system_prompt: 'Be kind.' } });
    await change([`DELETE ${root}`, 'project'], [key]);

    const apiKey = { name: 'audited', permissions: ['inference'] };
    for (const [path, names] of [
      ['/api/v1/api_keys', []],
      [`${root}/api_keys`, [at]],
    ] as const) {
      const made = await change([`POST ${path}`, 'api_key'], names, { body: apiKey });
      secrets.push(made.body.api_key);
      await change([`PATCH ${path}/{key}`, 'api_key'], [...names, made.body.id], { body: { name: 'renamed' } });
      await change([`DELETE ${path}/{key}`, 'api_key'], [...names, made.body.id]);
    }

    const served = { kind: 'openai', base_url, model: 'm', api_key: planted.provider };
    for (const name of ['a', 'b', 'c']) {
      await change([`POST ${root}/models`, 'model'], [at], { ...own, body: { key: name, provider: served } });
    }
    const resealed = { ...served, api_key: planted.other };
    await change([`PATCH ${root}/models/{model}`, 'model'], [at, 'c'], { ...own, body: { provider: resealed } });
    await change([`DELETE ${root}/models/{model}`, 'model'], [at, 'c'], own);

    const headers = { authorization: planted.header };
    const tool = {
      key: 'weather',
      description: 'The weather.',
      parameters: { type: 'object', properties: {} },
      kind: 'http',
      url: 'https://tools.example/weather',
      method: 'POST',
      headers,
    };
    await change([`POST ${root}/tools`, 'tool'], [at], { ...own, body: tool });
    await change([`PATCH ${root}/tools/{tool}`, 'tool'], [at, 'weather'], { ...own, body: { name: 'Weather' } });
    await change([`DELETE ${root}/tools/{tool}`, 'tool'], [at, 'weather'], own);

    for (const name of ['helpful', 'gone']) {
      await change([`POST ${root}/metrics`, 'metric'], [at], { ...own, body: { key: name, kind: 'bool' } });
    }
    await change([`PATCH ${root}/metrics/{metric}`, 'metric'], [at, 'gone'], { ...own, body: { name: 'Gone' } });
    await change([`DELETE ${root}/metrics/{metric}`, 'metric'], [at, 'gone'], own);

    const campaign = { key: 'trial', metric: 'helpful', models: ['a', 'b'], traffic_split: 1, feedback_type: 'metric' };
    const campaigns = `${root}/ab_campaigns`;
    await change([`POST ${campaigns}`, 'ab_campaign'], [at], { ...own, body: campaign });
    const cancelled = { ...own, body: { status: 'cancelled' } };
    await change([`PATCH ${campaigns}/{campaign}`, 'ab_campaign'], [at, 'trial'], cancelled);
    await change([`DELETE ${campaigns}/{campaign}`, 'ab_campaign'], [at, 'trial'], own);

    const session = async (bytes: Buffer) => ({ upload_session_id: await upload(bytes, own) });
    const line = Buffer.from(`${JSON.stringify({ prompt: 'a', chosen: 'b', rejected: 'c' })}\n`);
    const dataset = { key: 'set', ...(await session(line)) };
    await change([`POST ${root}/datasets`, 'dataset'], [at], { ...own, body: dataset });
    await change([`DELETE ${root}/datasets/{dataset}`, 'dataset'], [at, 'set'], own);
    // It takes seconds to convert.
    const large = { key: 'large', ...(await session(Buffer.from(line.toString().repeat(200_000)))) };
    expect((await call('POST', `/api/v1/projects/${at}/datasets`, { ...own, body: large })).status).toBe(202);
    const cancelling = { ...own, action: 'update' };
    await change([`POST ${root}/datasets/{dataset}/cancel`, 'dataset'], [at, 'large'], cancelling);
    const artifact = { name: 'a.bin', ...(await session(line)) };
    const made = await change([`POST ${root}/artifacts`, 'artifact'], [at], { ...own, body: artifact });
    await change([`DELETE ${root}/artifacts/{artifact}`, 'artifact'], [at, made.body.id], own);
    const zip = storedZip({ 'main.py': '' });
    const recipe = { key: 'recipe', ...(await session(zip)) };
    await change([`POST ${root}/recipes`, 'recipe'], [at], { ...own, body: recipe });
    await change([`DELETE ${root}/recipes/{recipe}`, 'recipe'], [at, 'recipe'], own);
    const shared = { key: uniqueKey('shared'), ...(await session(zip)) };
    await change(['POST /api/v1/recipes', 'recipe'], [], { body: shared });
    await change(['DELETE /api/v1/recipes/{recipe}', 'recipe'], [shared.key]);

    const png = { ...own, body: anImage(), headers: { 'content-type': 'image/png' } };
    const { filename } = (await call('POST', `/api/v1/projects/${at}/images`, png)).body as unknown as {
      filename: string;
    };
    await change([`DELETE ${root}/images/{filename}`, 'image'], [at, filename], own);
    const queue = { key: 'inbox', kind: 'compare', metric: 'helpful' };
    const queues = `${root}/review_queues`;
    await change([`POST ${queues}`, 'review_queue'], [at], { ...own, body: queue });
    const renamed = { ...own, body: { name: 'Inbox' } };
    await change([`PATCH ${queues}/{queue}`, 'review_queue'], [at, 'inbox'], renamed);
    await change([`DELETE ${queues}/{queue}`, 'review_queue'], [at, 'inbox'], own);

    const create = async (path: string, body: object) => (await call('POST', `/api/v1/${path}`, { ...own, body })).body;
    const chatBody = { project: at, messages: [{ role: 'user', content: 'Hi' }] };
    const { completion_id } = await create('interactions', { ...chatBody, completion: 'Hello' });
    const { completion_id: other_completion } = await create('interactions', { ...chatBody, completion: 'Hi' });
    const about = { project: at, metric: 'helpful' };
    const feedback = await create('feedback', { ...about, completion_id, value: true });
    await change([`DELETE ${root}/feedback/{feedback}`, 'feedback'], [at, feedback.feedback_id], own);
    const comparison = await create('comparison', { ...about, preferred_completion: completion_id, other_completion });
    await change([`DELETE ${root}/comparisons/{comparison}`, 'comparison'], [at, comparison.comparison_id], own);
    await change([`DELETE ${root}/interactions/{completion}`, 'interaction'], [at, completion_id], own);
    const stored = 'DELETE /openai/v1/chat/completions/{completion}';
    await change([stored, 'interaction'], [`chatcmpl-${other_completion}`], own);
    const { completion_id: third } = await create('interactions', { ...chatBody, completion: 'Hey' });
    await change(['DELETE /openai/v1/responses/{response}', 'interaction'], [`resp_${third}`], own);

    await change([`DELETE ${root}/users/{user}`, 'user'], [at, randomUUID()], own);
  });

  afterAll(async () => {
    await call('DELETE', `/api/v1/projects/${project.key}`);
    await call('DELETE', `/api/v1/projects/${other.key}`);
    await provider.stop();
  });

  it('has an entry for each route that manages something, and a reason for each other route', async () => {
    const document = (await (await send('GET', '/openapi.json')).json()) as { paths: Record<string, object> };
    const writing = Object.entries(document.paths).flatMap(([path, operations]) =>
      ['post', 'put', 'patch', 'delete']
        .filter((method) => method in operations)
        .map((m) => `${m.toUpperCase()} ${path}`),
    );
    expect([...exercised.keys(), ...Object.keys(unaudited)].sort()).toEqual(writing.sort());

    const entries = await entriesAt(`/api/v1/audit_log?created_after=${since}`);
    for (const [route, { requestId, ...expectedEntry }] of exercised) {
      const found = entries.filter((entry) => entry.request_id === requestId);
      expect([route, found]).toEqual([route, expect.arrayContaining([expect.objectContaining(expectedEntry)])]);
      expect([route, found.filter(({ actor }) => actor === null)]).toEqual([route, []]);
    }
  });

  it('names the key, its name and the address of each change', async () => {
    const entries = await entriesAt(`/api/v1/projects/${project.key}/audit_log?resource=metric`);
    expect(entries).toHaveLength(4);
    const address = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/);
    const actor = { key_id: project.apiKeyId, key_name: 'test', address };
    expect(entries.map((entry) => entry.actor)).toEqual(Array.from({ length: 4 }, () => actor));
    const [created] = await entriesAt(`/api/v1/projects/${project.key}/audit_log?resource=project`);
    expect(created).toMatchObject({ action: 'create', actor: { key_id: null } });
  });

  it('shows that a secret was set or changed, but not the secret', async () => {
    const entries = await entriesAt(`/api/v1/audit_log?created_after=${since}`);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
    const models = entries.filter(({ resource, project_id }) => resource === 'model' && project_id === project.id);
    const of = (action: string) => models.find((entry) => entry.action === action)?.after;
    expect(of('create')).toMatchObject({ provider: { api_key: 'set' } });
    expect(models.map(({ after }) => after)).toContainEqual({
      provider: expect.objectContaining({ api_key: 'changed' }),
    });
    const tool = entries.find(({ resource, project_id }) => resource === 'tool' && project_id === project.id);
    expect(tool?.after).toMatchObject({ headers: 'set', header_names: ['authorization'] });
  });

  // With Docker the servers' files are in volumes, out of reach.
  (isReadable() ? it : it.skip)('has no secret in its topic, where the changes themselves are', () => {
    const topic = (word: string) => filesWith(word).filter((file) => file.startsWith('kafka/data/audit.recorded-'));
    expect(topic(project.key)).not.toEqual([]);
    for (const secret of secrets) expect([secret, topic(secret)]).toEqual([secret, []]);
  });

  it('has one entry for a change that is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const ask = () =>
      call('POST', `/api/v1/projects/${other.key}/metrics`, { headers, body: { key: 'once', kind: 'bool' } });
    expect([(await ask()).status, (await ask()).status]).toEqual([201, 201]);
    expect(await entriesAt(`/api/v1/projects/${other.key}/audit_log?resource=metric`)).toHaveLength(1);
  });

  it('shows a project only its own entries, and only to keys that may manage it', async () => {
    const path = `/api/v1/projects/${other.key}/audit_log`;
    const own = await entriesAt(`${path}?action=create`, other.apiKey);
    expect(new Set(own.map(({ project_id }) => project_id))).toEqual(new Set([other.id]));
    const codeOf = async (where: string, key: string) => (await call('GET', where, { key })).body.error?.code;
    expect(await codeOf(`/api/v1/projects/${project.key}/audit_log`, other.apiKey)).toBe('project_forbidden');
    expect(await codeOf('/api/v1/audit_log', other.apiKey)).toBe('admin_key_required');
    const reader = await makeProject(['read']);
    expect(await codeOf(`/api/v1/projects/${reader.key}/audit_log`, reader.apiKey)).toBe('permission_missing');
    await call('DELETE', `/api/v1/projects/${reader.key}`);
    const removed = await entriesAt(`/api/v1/audit_log?project=${reader.id}&resource=project`);
    expect(removed.map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  it.each(['resource=nonsense', 'action=read', 'created_after=yesterday', 'cursor=nonsense', 'key_id=x', 'limit=0'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await call('GET', `/api/v1/audit_log?${query}`);
      expect([status, body.error?.param]).toEqual([400, query.split('=')[0]]);
    },
  );
});
