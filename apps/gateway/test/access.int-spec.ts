import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const chatBody = { model: 'demo', messages: [{ role: 'user', content: 'x' }] };
const nobodys = `es_${'B'.repeat(43)}`;
const docs = ['/docs', '/docs/', '/docs/:file'];
const publicRoutes = ['/console', '/console/*', ...docs, '/livez', '/metrics', '/openapi.json', '/readyz'].flatMap(
  (path) => [`GET ${path}`, `HEAD ${path}`],
);
/** They take the credentials in the body, and say whether a browser is signed in. */
const signIn = ['POST /api/v1/sessions', 'GET /api/v1/sessions', 'HEAD /api/v1/sessions'];
/** Routes that any good key may use. */
const anyKey = [
  ...['models', 'models/:project', 'models/:project/:model', 'sessions/current'].flatMap((path) => [
    `GET /api/v1/${path}`,
    `HEAD /api/v1/${path}`,
  ]),
  ...['models', 'models/:project', 'models/:project/:model'].flatMap((path) => [
    `GET /openai/v1/${path}`,
    `HEAD /openai/v1/${path}`,
    `GET /anthropic/v1/${path}`,
    `HEAD /anthropic/v1/${path}`,
  ]),
  'DELETE /api/v1/sessions/current',
  'POST /api/v1/sign_in_links',
  // Each root field has a rule of its own.
  'POST /api/graphql',
];

beforeAll(async () => {
  await gateway.start();
  for (const key of ['demo', 'other']) await gateway.fetch('/api/v1/projects', { json: { key } });
});
afterAll(() => gateway.stop());

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { type: string; code: string; message: string } };
  return { status: answer.status, ...error };
}

function request(route: string, project: string, key: string | null) {
  const [method, url] = route.split(' ') as [string, string];
  const path = url.replace(':project', project).replace(/:\w+/, '01a1fa94-bc39-76fc-ae14-2236200b254a');
  return gateway.fetch(path, { method, key, ...(['POST', 'PATCH'].includes(method) && { json: chatBody }) });
}

describe('every route', () => {
  const guarded = () => gateway.routes.filter((route) => ![...publicRoutes, ...signIn].includes(route));

  it('requires a key, except the probes, the description and the sign-in', () => {
    const open = gateway.routes.filter((route) => !guarded().includes(route));
    expect(open.sort()).toEqual([...publicRoutes, ...signIn].sort());
    expect(guarded().length).toBeGreaterThan(20);
  });

  it('answers 401 without a key and with a wrong one, before it reads the body', async () => {
    for (const route of guarded()) {
      for (const key of [null, nobodys, 'sk-something', '']) {
        const answer = await request(route, 'demo', key);
        expect([route, key, answer.status]).toEqual([route, key, 401]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        await answer.arrayBuffer();
      }
    }
  });

  it('answers 403 to a key without the permission', async () => {
    const keys = [
      await gateway.keyOf('demo', ['feedback']),
      await gateway.keyOf('demo', ['inference', 'data', 'read', 'manage']),
    ];
    for (const route of guarded().filter((one) => !anyKey.includes(one))) {
      const statuses: number[] = [];
      // What needs none of the first key's permissions is not asked with the second.
      for (const key of keys) {
        if (statuses.includes(403)) break;
        const answer = await request(route, 'demo', key);
        statuses.push(answer.status);
        await answer.arrayBuffer();
      }
      expect([route, statuses]).toEqual([route, expect.arrayContaining([403])]);
    }
  });
});

describe('a project key', () => {
  it('gets the same response for a foreign and a missing project', async () => {
    const key = await gateway.keyOf('demo', ['inference', 'manage']);
    const answers = await Promise.all(
      ['other', 'nowhere'].map(async (name) => {
        const chat = await errorOf(
          await gateway.fetch('/api/v1/chat/completions', { key, json: { ...chatBody, model: name } }),
        );
        const models = await errorOf(await gateway.fetch(`/api/v1/projects/${name}/models`, { key }));
        return JSON.stringify([chat, models]).replaceAll(name, 'NAME');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(JSON.parse(answers[0] as string)).toMatchObject([
      { status: 403, type: 'permission_error', code: 'project_forbidden', param: 'model' },
      { status: 403, type: 'permission_error', code: 'project_forbidden', param: 'project' },
    ]);
  });

  it.each(['gpt-4o', 'meta-llama/Llama-3.1-8B'])(
    'that sends the model %s is told how models are named',
    async (model) => {
      const key = await gateway.keyOf('demo', ['inference']);
      for (const used of [key, gateway.adminKey]) {
        const chat = await gateway.fetch('/api/v1/chat/completions', { key: used, json: { ...chatBody, model } });
        const embeddings = await gateway.fetch('/api/v1/embeddings', { key: used, json: { input: 'x', model } });
        for (const { message } of await Promise.all([chat, embeddings].map(errorOf))) {
          expect(message).toContain("'model' must be {project}/{model}");
          expect(message).toContain('GET /api/v1/models');
        }
      }
    },
  );

  it('sees only its own project and models', async () => {
    const key = await gateway.keyOf('demo', ['read']);
    for (const project of ['demo', 'other']) {
      const json = { key: 'm', provider: { kind: 'llama', model_file: 'm.gguf' }, default: true };
      await gateway.fetch(`/api/v1/projects/${project}/models`, { json });
    }
    const projects = (await (await gateway.fetch('/api/v1/projects', { key })).json()) as { data: { key: string }[] };
    expect(projects.data.map((project) => project.key)).toEqual(['demo']);
    const models = (await (await gateway.fetch('/api/v1/models', { key })).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual(['demo/m']);
    const all = (await (await gateway.fetch('/api/v1/models')).json()) as { data: { id: string }[] };
    expect(all.data.map(({ id }) => id)).toEqual(['demo/m', 'other/m']);
  });

  it('finds a model by every name that a chat accepts, and none of another project', async () => {
    const key = await gateway.keyOf('demo', ['feedback']);
    const listed = (await (await gateway.fetch('/api/v1/models', { key })).json()) as { data: object[] };
    for (const name of ['demo', 'demo/m', 'demo%2Fm', 'm']) {
      const answer = await gateway.fetch(`/api/v1/models/${name}`, { key });
      expect([name, answer.status, await answer.json()]).toEqual([name, 200, listed.data[0]]);
    }
    for (const [name, code] of [
      ['demo/nope', 'model_not_found'],
      ['demo%2Fm%2Fn', 'model_not_found'],
      ['other/m', 'project_forbidden'],
      ['nowhere/m', 'project_forbidden'],
      ['n', 'project_forbidden'],
    ]) {
      const error = await errorOf(await gateway.fetch(`/api/v1/models/${name}`, { key }));
      expect([name, error]).toEqual([name, expect.objectContaining({ code, param: 'model' })]);
    }
  });

  it('does not find a model that runs elsewhere, which is not listed either', async () => {
    const json = { key: 'elsewhere', provider: { kind: 'external' } };
    await gateway.fetch('/api/v1/projects/demo/models', { json });
    expect(await errorOf(await gateway.fetch('/api/v1/models/demo/elsewhere'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });

  it('may name its project by id or by key, in any letter case', async () => {
    const { id } = (await (await gateway.fetch('/api/v1/projects/demo')).json()) as { id: string };
    const key = await gateway.keyOf('demo', ['read']);
    expect((await gateway.fetch(`/api/v1/projects/${id.toUpperCase()}`, { key })).status).toBe(200);
  });

  it('is rejected as soon as it is revoked', async () => {
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', {
      json: { name: 'x', permissions: ['read'] },
    });
    const { id, api_key: key } = (await created.json()) as { id: string; api_key: string };
    expect((await gateway.fetch('/api/v1/models', { key })).status).toBe(200);
    expect((await gateway.fetch(`/api/v1/projects/demo/api_keys/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await errorOf(await gateway.fetch('/api/v1/models', { key }))).toMatchObject({ code: 'api_key_invalid' });
  });

  it('is rejected once it has expired', async () => {
    const expires_at = new Date(Date.now() + 300).toISOString();
    const json = { name: 'x', permissions: ['read'], expires_at };
    const created = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
    const { api_key: key } = (await created.json()) as { api_key: string };
    let answer = await gateway.fetch('/api/v1/models', { key });
    while (answer.ok) answer = await gateway.fetch('/api/v1/models', { key });
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect(await errorOf(answer)).toMatchObject({ status: 401, code: 'api_key_invalid' });
  });
});

describe('an installation key', () => {
  it('gets a 404 for a missing project', async () => {
    expect(await errorOf(await gateway.fetch('/api/v1/projects/nowhere'))).toMatchObject({
      status: 404,
      code: 'project_not_found',
      message: "There is no project 'nowhere'.",
    });
  });

  it('must name the project of an interaction', async () => {
    const json = { messages: chatBody.messages, completion: 'y' };
    const answer = await gateway.fetch('/api/v1/interactions', { json });
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'missing_field', param: 'project' });
  });

  it('acts according to its permissions, in every project', async () => {
    const created = await gateway.fetch('/api/v1/api_keys', { json: { name: 'reader', permissions: ['read'] } });
    const { api_key: key, project_id } = (await created.json()) as { api_key: string; project_id: null };
    expect(project_id).toBeNull();
    expect((await gateway.fetch('/api/v1/projects/other', { key })).status).toBe(200);
    expect((await gateway.fetch('/api/v1/projects', { key, json: { key: 'x' } })).status).toBe(403);
  });
});
