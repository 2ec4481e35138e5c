import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: string[]; extensions: { code: string; request_id: string } }[];
}

const gateway = new GatewayApp();
const createProject = 'mutation M($input: ProjectCreate!) { createProject(input: $input) { id key } }';

beforeAll(() => gateway.start());
afterAll(() => gateway.stop());

async function run(
  query: string,
  variables: object = {},
  init: { key?: string; headers?: Record<string, string> } = {},
) {
  const answer = await gateway.fetch('/api/graphql', { json: { query, variables }, ...init });
  expect(answer.status).toBe(200);
  return { requestId: answer.headers.get('x-request-id'), ...((await answer.json()) as Answer) };
}

async function codesOf(...args: Parameters<typeof run>) {
  return (await run(...args)).errors?.map(({ extensions }) => extensions.code);
}

describe('GraphQL', () => {
  it('creates and reads a project through the same services as REST', async () => {
    const { data } = await run(createProject, { input: { name: 'Big Shop' } });
    expect(data).toMatchObject({ createProject: { key: 'big-shop' } });
    const rest = await gateway.fetch('/api/v1/projects/big-shop');
    expect(await rest.json()).toMatchObject({ key: 'big-shop', name: 'Big Shop' });
    expect((await run('{ project(idOrKey: "nowhere") { id } }')).data).toEqual({ project: null });
  });

  it('repeats the first result under an idempotency key, for each alias', async () => {
    const headers = { 'idempotency-key': 'once' };
    const query =
      'mutation { a: createProject(input: { name: "one" }) { id } b: createProject(input: { name: "two" }) { id } }';
    const first = await run(query, {}, { headers });
    expect(first.errors).toBeUndefined();
    expect((await run(query, {}, { headers })).data).toEqual(first.data);
  });

  it('requires the permission of each root field, and returns the others', async () => {
    const key = await gateway.keyOf('big-shop', ['feedback']);
    const { data, errors } = await run('{ me { name } model(idOrKey: "x") { id } }', {}, { key });
    expect(data).toEqual({ me: { name: 'test' }, model: null });
    expect(errors).toMatchObject([{ path: ['model'], extensions: { code: 'permission_missing' } }]);
    const reader = await gateway.keyOf('big-shop', ['manage']);
    expect(await codesOf(createProject, { input: { name: 'x' } }, { key: reader })).toEqual(['admin_key_required']);
    expect(await codesOf('{ project(idOrKey: "one") { id } }', {}, { key: reader })).toEqual(['project_forbidden']);
  });

  it('marks missing resources for the hints of the client, with the id of the request', async () => {
    const query = 'mutation { createMetric(project: "nowhere", input: { name: "m", kind: BOOL }) { id } }';
    const { errors, requestId } = await run(query);
    expect(errors).toMatchObject([
      { message: "EntityNotFound: There is no project 'nowhere'.", extensions: { code: 'project_not_found' } },
    ]);
    expect(errors?.[0]?.extensions.request_id).toBe(requestId);
  });

  it.each([
    ['{ jobs { id } }', 'graphql_not_available', 'training or evaluation jobs'],
    ['{ ...f } fragment f on Query { teams { id } }', 'graphql_not_available', 'teams'],
    ['{ __schema { queryType { name } } }', 'graphql_not_available', 'EARSHOT_GRAPHQL_INTROSPECTION'],
    ['{ me { nothing } }', 'graphql_invalid', 'nothing'],
    [
      `{ ${Array.from({ length: 11 }, (_, i) => `a${i}: me { id }`).join(' ')} }`,
      'graphql_too_complex',
      '11 root fields',
    ],
  ])('rejects %s', async (query, code, text) => {
    const { data, errors } = await run(query);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ message: expect.stringContaining(text), extensions: { code } }]);
  });

  it('counts each root field against the requests per minute of the key', async () => {
    const json = { name: 'few', permissions: ['read'], limits: { requests_per_minute: 3 } };
    const created = await gateway.fetch('/api/v1/projects/big-shop/api_keys', { json });
    const { api_key: key } = (await created.json()) as { api_key: string };
    expect(await codesOf('{ a: me { id } b: me { id } }', {}, { key })).toBeUndefined();
    expect(await codesOf('{ a: me { id } b: me { id } }', {}, { key })).toEqual(['requests_per_minute_exceeded']);
  });

  it('rejects arrays of operations and unknown forms as REST rejects bodies', async () => {
    const batch = await gateway.fetch('/api/graphql', { json: [{ query: '{ me { id } }' }] });
    expect([batch.status, await batch.json()]).toMatchObject([400, { error: { code: 'json_not_an_object' } }]);
    const form = new FormData();
    form.set('map', '{}');
    const answer = await gateway.fetch('/api/graphql', { method: 'POST', body: form });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'form_malformed' } }]);
  });

  it('shows its schema where the installation allows it', async () => {
    const open = new GatewayApp(gateway);
    await open.start({ adminKey: gateway.adminKey, graphqlIntrospection: true });
    const json = { query: '{ __schema { queryType { name } } }' };
    const answer = await open.fetch('/api/graphql', { json });
    expect(await answer.json()).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } });
    await open.stop();
  });
});
