import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call, makeProject, type Body } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';

jest.setTimeout(60_000);

/** What is looked at in interactions. */
type Interaction = Body & {
  completion_id: string;
  completion: string | null;
  messages: { role: string; content: unknown }[] | null;
  source: string;
  model: string | null;
  user: string | null;
  labels: Record<string, string>;
  tags: string[];
  finish_reason: string | null;
  usage: { total_tokens: number } | null;
  timings: { total_ms: number } | null;
};
type Project = Awaited<ReturnType<typeof makeProject>>;

const permissions = ['inference', 'feedback', 'read', 'manage'];
let project: Project;

beforeAll(async () => {
  project = await makeProject(permissions);
});

const add = (body: object, headers: Record<string, string> = {}) =>
  call('POST', '/api/v1/interactions', { key: project.apiKey, body: { project: project.key, ...body }, headers });
const read = async (id: string, key = project.apiKey) =>
  call('GET', `/api/v1/projects/${project.key}/interactions/${id}`, { key });
const interactionOf = async (id: string) => (await read(id)).body as Interaction;
const list = async (query: Record<string, string> = {}) =>
  call('GET', `/api/v1/projects/${project.key}/interactions?${String(new URLSearchParams(query))}`, {
    key: project.apiKey,
  });
const idOf = ({ body }: { body: Body }) => (body as Interaction).completion_id;
const errorOf = ({ status, body }: { status: number; body: Body }) => [status, body.error?.code, body.error?.param];
const hello = { messages: [{ role: 'user', content: 'Hello' }], completion: 'Hi' };

describe('a served answer', () => {
  const provider = new ScriptedProvider();

  beforeAll(async () => {
    const base_url = await provider.start();
    const body = { key: 'm', provider: { kind: 'openai', base_url, model: 'm' }, capabilities: ['chat'] };
    expect((await call('POST', `/api/v1/projects/${project.key}/models`, { body })).status).toBe(201);
  });

  afterAll(() => provider.stop());

  it('is recorded when it has ended, with request, answer, model, user and parameters', async () => {
    const body = { model: project.key, messages: hello.messages, user: 'ann', labels: { channel: 'web' }, tags: ['t'] };
    const answer = await call('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
    const [choice] = answer.body.choices;
    expect(await interactionOf(choice?.completion_id as string)).toMatchObject({
      completion_id: choice?.completion_id,
      session_id: answer.body.session_id,
      project: project.key,
      model: `${project.key}/m`,
      messages: hello.messages,
      completion: choice?.message.content,
      finish_reason: 'stop',
      usage: answer.body.usage,
      timings: { total_ms: expect.any(Number) },
      labels: { channel: 'web', user: 'ann' },
      tags: ['t'],
      source: 'served',
      feedback: [],
    });
  });

  it('is not stored with store: false', async () => {
    const body = { model: project.key, messages: hello.messages, store: false };
    const answer = await call('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
    const id = answer.body.choices[0]?.completion_id as string;
    expect(errorOf(await read(id))).toEqual([404, 'completion_not_found', null]);
  });
});

describe('an import', () => {
  it('is returned as it was sent', async () => {
    const session_id = randomUUID();
    const created = await add({ ...hello, session_id, created_at: 1_700_000_000, labels: { a: 'b' }, tags: ['x'] });
    expect([created.status, created.body.session_id]).toEqual([201, session_id]);
    expect(await interactionOf(idOf(created))).toMatchObject({
      ...hello,
      session_id,
      created_at: '2023-11-14T22:13:20.000Z',
      labels: { a: 'b' },
      tags: ['x'],
      source: 'imported',
      model: null,
      finish_reason: null,
    });
  });

  it('may have the older form: use_case and prompt', async () => {
    const body = { use_case: project.key, prompt: 'Hello', completion: 'Hi', model_service: null };
    const created = await call('POST', '/api/v1/interactions', { key: project.apiKey, body });
    expect(created.status).toBe(201);
    expect((await interactionOf(idOf(created))).messages).toEqual(hello.messages);
  });

  it('belongs to the project of the key unless it names one; an installation key must name one', async () => {
    const created = await call('POST', '/api/v1/interactions', { key: project.apiKey, body: hello });
    expect((await read(idOf(created))).status).toBe(200);
    const unnamed = await call('POST', '/api/v1/interactions', { body: hello });
    expect(errorOf(unnamed)).toEqual([400, 'missing_field', 'project']);
  });

  it('is stored once under one Idempotency-Key; another body is a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [await add(hello, headers), await add(hello, headers), await add(hello, headers)];
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body, answers[0]?.body]);
    expect(errorOf(await add({ ...hello, completion: 'Ho' }, headers))).toEqual([409, 'idempotency_key_reused', null]);
    const { body } = await list({ session_id: answers[0]?.body.session_id as string });
    expect(body.data).toHaveLength(1);
  });

  it('with large texts is returned whole', async () => {
    const [content, completion] = ['x'.repeat(2_000_000), '語'.repeat(400_000)];
    const created = await add({ messages: [{ role: 'user', content }], completion, tags: ['large'] });
    const interaction = await interactionOf(idOf(created));
    expect(interaction.completion === completion).toBe(true);
    expect(interaction.messages?.[0]?.content === content).toBe(true);
  });

  it.each([
    ['no completion', { messages: hello.messages }, 'missing_field', 'completion'],
    ['no messages', { completion: 'x' }, 'missing_field', 'messages'],
    ['messages and a prompt', { ...hello, prompt: 'x' }, 'invalid_field', 'prompt'],
    ['another use_case', { ...hello, use_case: 'x' }, 'invalid_field', 'use_case'],
    ['a time in the year 9999', { ...hello, created_at: '9999-01-01T00:00:00Z' }, 'invalid_field', 'created_at'],
    ['such a time in seconds', { ...hello, created_at: 253_370_764_800 }, 'invalid_field', 'created_at'],
    ['a time that is none', { ...hello, created_at: 'yesterday' }, 'invalid_field', 'created_at'],
    ['labels that are no texts', { ...hello, labels: { a: 1 } }, 'invalid_field', 'labels.a'],
    [
      'a value that is neither number nor truth',
      { ...hello, feedbacks: [{ metric: 'm', value: 'true' }] },
      'invalid_field',
      'feedbacks[0].value',
    ],
    [
      '10 MB of details',
      { ...hello, feedbacks: [{ metric: 'm', value: 1, details: 'x'.repeat(10_000_000) }] },
      'invalid_field',
      'feedbacks[0].details',
    ],
    ['NUL in a text', { ...hello, completion: 'a\0b' }, 'text_not_unicode', 'completion'],
    ['a session that is no uuid', { ...hello, session_id: 'x' }, 'invalid_field', 'session_id'],
  ])('with %s is rejected', async (_, body, code, param) => {
    expect(errorOf(await add(body))).toEqual([400, code, param]);
  });

  it('that names a missing resource or another project is rejected', async () => {
    expect(errorOf(await add({ ...hello, model_service: 'none' }))).toEqual([404, 'model_not_found', 'model_service']);
    const feedbacks = [{ metric: 'none', value: 1 }];
    const missing = [404, 'metric_not_found', 'feedbacks[0].metric'];
    expect(errorOf(await add({ ...hello, feedbacks }))).toEqual(missing);
    const other = await makeProject(permissions);
    expect(errorOf(await add({ ...hello, project: other.key }))).toEqual([403, 'project_forbidden', 'project']);
    const reader = await makeProject(['read']);
    const refused = await call('POST', '/api/v1/interactions', {
      key: reader.apiKey,
      body: { ...hello, project: reader.key },
    });
    expect(errorOf(refused)).toEqual([403, 'permission_missing', null]);
    expect(errorOf(await read(randomUUID(), other.apiKey))).toEqual([403, 'project_forbidden', 'project']);
  });
});

describe('the list of interactions', () => {
  it('has the selected interactions, newest first, page by page', async () => {
    const own = await makeProject(permissions);
    const created: string[] = [];
    for (const minute of [1, 2, 3, 4, 5]) {
      const created_at = `2024-05-31T23:5${minute + 4}:00Z`;
      const body = { ...hello, project: own.key, user: minute % 2 ? 'odd' : 'even', created_at, tags: [`t${minute}`] };
      created.unshift(idOf(await call('POST', '/api/v1/interactions', { key: own.apiKey, body })));
    }
    const path = `/api/v1/projects/${own.key}/interactions`;
    const get = async (query: string) => (await call('GET', `${path}?${query}`, { key: own.apiKey })).body;
    const first = await get('limit=2');
    const second = await get(`limit=3&cursor=${encodeURIComponent(first.next_cursor as string)}`);
    const ids = (page: Body) => page.data.map((one) => (one as Interaction).completion_id);
    expect([...ids(first), ...ids(second)]).toEqual(created);
    expect(second.next_cursor).toBeNull();
    expect(ids(await get('user=odd'))).toEqual([created[0], created[2], created[4]]);
    expect(ids(await get('label=user:even&created_after=2024-05-31T23:57:00Z'))).toEqual([created[1]]);
    expect(ids(await get('tag=t3'))).toEqual([created[2]]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['cursor=x', 'cursor'],
    ['label=x', 'label[0]'],
    ['created_after=x', 'created_after'],
    ['finish_reason=x', 'finish_reason'],
    ['min=1', 'min'],
    ['metric=m&min=x', 'min'],
    ['session_id=x', 'session_id'],
    ['other=x', 'other'],
  ])('is rejected with %s', async (query, param) => {
    const refused = await list(Object.fromEntries(new URLSearchParams(query)));
    expect([refused.status, refused.body.error?.param]).toEqual([400, param]);
  });
});

describe('an erased user', () => {
  it('is gone at once, and others stay', async () => {
    const [gone, stays] = [await add({ ...hello, user: 'to go' }), await add({ ...hello, user: 'to stay' })];
    const path = `/api/v1/projects/${project.key}/users/${encodeURIComponent('to go')}`;
    expect((await call('DELETE', path, { key: project.apiKey })).status).toBe(204);
    expect(errorOf(await read(idOf(gone)))).toEqual([404, 'completion_not_found', null]);
    expect((await list({ user: 'to go' })).body.data).toEqual([]);
    expect((await read(idOf(stays))).status).toBe(200);
  });
});
