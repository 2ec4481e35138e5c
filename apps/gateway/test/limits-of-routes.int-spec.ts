import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

/** What is read of the document here. */
interface OpenApi {
  readonly paths: Record<string, Record<string, { readonly security?: unknown[] }>>;
}

const gateway = new GatewayApp();
const nobodys = '01a1fa94-bc39-76fc-ae14-2236200b254a';

// A gateway and the services behind it take seconds to start on a busy machine.
jest.setTimeout(60_000);

beforeAll(() => gateway.start());
afterAll(() => gateway.stop());

/** Method and path of each route that needs a key, as the OpenAPI document has them. */
async function guardedRoutes(): Promise<[string, string][]> {
  const { paths } = (await (await gateway.fetch('/openapi.json')).json()) as OpenApi;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([method]): [string, string] => [method.toUpperCase(), path]),
  );
}

/** A key that may do everything, once a minute. */
async function onceAMinute(): Promise<string> {
  const json = { name: 'one', limits: { requests_per_minute: 1 } };
  const created = await gateway.fetch('/api/v1/api_keys', { json });
  return ((await created.json()) as { api_key: string }).api_key;
}

it('a key with one request a minute gets one answer from each route of the OpenAPI document, uploads included', async () => {
  const routes = await guardedRoutes();
  expect(routes.length).toBeGreaterThan(50);
  expect(routes.map(([, path]) => path)).toContain('/api/v1/upload/part');
  const answers = await Promise.all(
    routes.map(async ([method, written]) => {
      const key = await onceAMinute();
      const path = written.replaceAll(/\{\w+\}/g, nobodys);
      const ask = async () => {
        const json = ['POST', 'PATCH', 'PUT'].includes(method) ? {} : undefined;
        const answer = await gateway.fetch(path, { method, key, json });
        return { status: answer.status, left: answer.headers.get('ratelimit-remaining'), text: await answer.text() };
      };
      return { route: `${method} ${path}`, first: await ask(), second: await ask() };
    }),
  );
  for (const { route, first, second } of answers) {
    expect([route, first.status]).not.toEqual([route, 429]);
    expect([route, first.left]).toEqual([route, '0']);
    const text = expect.stringContaining('"code":"requests_per_minute_exceeded"');
    expect([route, second]).toEqual([route, { status: 429, left: '0', text }]);
  }
});
