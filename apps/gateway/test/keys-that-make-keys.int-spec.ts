import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const keysOfDemo = '/api/v1/projects/demo/api_keys';

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

interface Answer {
  readonly status: number;
  readonly body: { id: string; api_key: string; permissions: string[]; error?: { code: string; param: string | null } };
}

async function send(method: string, path: string, json?: object, init: { key?: string; headers?: object } = {}) {
  const headers = init.headers as Record<string, string> | undefined;
  const answer = await gateway.fetch(path, { method, key: init.key, json, headers });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) } as Answer;
}

/** A key of the project, made by the administrator. */
async function made(permissions: string[], more: object = {}, path = keysOfDemo) {
  const { body } = await send('POST', path, { name: 'maker', permissions, ...more });
  return { id: body.id, key: body.api_key };
}

const errorOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];

describe('a key that creates keys', () => {
  it('needs a permission of its own, which manage does not imply', async () => {
    const { key } = await made(['inference', 'feedback', 'data', 'read', 'manage']);
    const { id } = await made(['read']);
    for (const [method, path] of [
      ['POST', keysOfDemo],
      ['PATCH', `${keysOfDemo}/${id}`],
      ['DELETE', `${keysOfDemo}/${id}`],
    ] as const) {
      expect(errorOf(await send(method, path, { name: 'x', permissions: ['read'] }, { key }))).toEqual([
        403,
        'permission_missing',
        null,
      ]);
    }
  });

  it.each([
    ['permissions', { permissions: ['read', 'data'] }],
    ['permissions', { permissions: ['manage'] }],
    ['expires_at', { expires_at: null }],
    ['expires_at', { expires_at: new Date(Date.now() + 7_200_000).toISOString() }],
    ['limits.requests_per_minute', { limits: null }],
    ['limits.requests_per_minute', { limits: { requests_per_minute: 61 } }],
  ])('grants no more than it has, to a new key or to another: %s of %j', async (param, more) => {
    const bounds = { expires_at: inAnHour, limits: { requests_per_minute: 60 } };
    const { key } = await made(['read', 'keys'], bounds);
    const other = await made(['read'], bounds);
    const refusal = [403, 'grant_exceeded', param];
    const body = { name: 'x', permissions: ['read'], ...bounds, ...more };
    expect(errorOf(await send('POST', keysOfDemo, body, { key }))).toEqual(refusal);
    expect(errorOf(await send('PATCH', `${keysOfDemo}/${other.id}`, more, { key }))).toEqual(refusal);
  });

  it('grants what it has, and created keys can do so too', async () => {
    const bounds = { expires_at: inAnHour, limits: { requests_per_minute: 60 } };
    const { key } = await made(['read', 'keys'], bounds);
    const first = await send('POST', keysOfDemo, { name: 'x', permissions: ['read', 'keys'], ...bounds }, { key });
    expect([first.status, first.body.permissions]).toEqual([201, ['read', 'keys']]);
    const less = { expires_at: inAnHour, limits: { requests_per_minute: 1 } };
    const own = { key: first.body.api_key };
    const second = await send('POST', keysOfDemo, { name: 'y', permissions: ['read'], ...less }, own);
    expect(second.status).toBe(201);
    const path = `${keysOfDemo}/${second.body.id}`;
    expect((await send('PATCH', path, { name: 'z', permissions: ['keys'] }, own)).body.permissions).toEqual(['keys']);
    expect((await send('DELETE', path, undefined, own)).status).toBe(204);
  });

  it('cannot change itself, but may revoke itself', async () => {
    const { id, key } = await made(['read', 'keys'], { limits: { concurrent: 1 } });
    for (const path of [`${keysOfDemo}/${id}`, `${keysOfDemo}/${id.toUpperCase()}`]) {
      expect(errorOf(await send('PATCH', path, { name: 'x' }, { key }))).toEqual([403, 'own_key_fixed', null]);
    }
    expect((await send('DELETE', `${keysOfDemo}/${id}`, undefined, { key })).status).toBe(204);
    expect((await gateway.fetch('/api/v1/models', { key })).status).toBe(401);
  });

  it('gets the key again under its Idempotency-Key, and never another key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'x', permissions: ['read'] };
    const [one, other] = [await made(['read', 'keys']), await made(['read', 'keys'])];
    const [first, again] = [1, 2].map(() => send('POST', keysOfDemo, body, { key: one.key, headers }));
    const otherKey = await send('POST', keysOfDemo, body, { key: other.key, headers });
    const { id, api_key: secret } = (await first)?.body as Answer['body'];
    expect((await again)?.body).toMatchObject({ id, api_key: secret });
    expect(otherKey.status).toBe(201);
    expect(otherKey.body.id).not.toBe(id);
    expect(JSON.stringify(otherKey.body)).not.toContain(secret);
  });

  it('of the installation has the same restrictions', async () => {
    const { key } = await made(['read', 'manage'], {}, '/api/v1/api_keys');
    expect(errorOf(await send('POST', '/api/v1/api_keys', { name: 'x' }, { key }))).toEqual([
      403,
      'permission_missing',
      null,
    ]);
    const maker = await made(['read', 'keys'], {}, '/api/v1/api_keys');
    // Without `permissions` a key of the installation gets all of them.
    const all = await send('POST', '/api/v1/api_keys', { name: 'x' }, { key: maker.key });
    expect(errorOf(all)).toEqual([403, 'grant_exceeded', 'permissions']);
    const given = await send('POST', keysOfDemo, { name: 'x', permissions: ['read'] }, { key: maker.key });
    expect(given.status).toBe(201);
  });
});
