import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

// Services that are not there are waited for.
jest.setTimeout(90_000);

const gateway = new GatewayApp();
const someId = '01a1fa94-bc39-76fc-ae14-2236200b254a';
const chatBody = { model: 'demo', messages: [{ role: 'user', content: 'x' }] };
const isJson = (answer: Response) => answer.headers.get('content-type')?.startsWith('application/json') === true;

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

/** What came of a request to this route. */
async function ask(route: string, key: string | null, json: object) {
  const [method, url] = route.split(' ') as [string, string];
  // The project that is deleted is none that others are asked about.
  const path = url.replace(':project', method === 'DELETE' ? 'nope' : 'demo').replaceAll(/:\w+/g, someId);
  const answer = await gateway.fetch(path, { method, key, ...(['POST', 'PATCH'].includes(method) && { json }) });
  await answer.arrayBuffer();
  return { route, status: answer.status, isJson: isJson(answer), caching: answer.headers.get('cache-control') };
}

describe('a JSON answer', () => {
  it('of every route, and every error of it, is not cached, except the description of the interface', async () => {
    const described = /^(GET|HEAD) \/(openapi\.json|docs|console)/;
    const requests = gateway.routes
      // The stream of events does not end.
      .filter((route) => !described.test(route) && !route.endsWith('/:project/events'))
      .flatMap((route) => [
        ask(route, gateway.adminKey, chatBody),
        // No change of its key: others ask for the project by it.
        ask(route, gateway.adminKey, { key: route.startsWith('PATCH') ? 'demo' : 'made' }),
        ask(route, gateway.adminKey, { name: 'made', permissions: ['read'] }),
        ask(route, null, {}),
      ]);
    // Some wait for services that nobody plays here, and are answered with an error.
    const answers = (await Promise.all(requests)).filter((answer) => answer.isJson);
    expect(answers).toEqual(answers.map((answer) => ({ ...answer, caching: 'no-store' })));
    // Among them lists, single things, what was made, and answers of models.
    const succeeded = answers.filter(({ status }) => status < 300).map(({ route }) => route);
    const some = [
      'GET /api/v1/projects/:project',
      'GET /api/v1/projects',
      'POST /api/v1/projects',
      'POST /api/v1/api_keys',
    ];
    expect(succeeded).toEqual(expect.arrayContaining(some));
    expect(new Set(answers.map(({ route }) => route)).size).toBeGreaterThan(50);
  });

  it('of a model is not cached', async () => {
    const answer = await gateway.fetch('/api/v1/chat/completions', { json: { ...chatBody, model: 'demo/demo' } });
    expect([isJson(answer), answer.headers.get('cache-control')]).toEqual([true, 'no-store']);
  });

  it.each(['/nope', '/api/v1/projects/%E0%A4%A'])(
    'about a path that is not there is kept by nobody: %s',
    async (path) => {
      expect((await gateway.fetch(path)).headers.get('cache-control')).toBe('no-store');
    },
  );
});

it('the description of the interface is cached, and revalidated each time', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    expect((await gateway.fetch(path)).headers.get('cache-control')).toBe('no-cache');
  }
});
