import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UploadSessionResponse } from '@earshot/dto-storage';
import { GatewayApp } from './gateway-app.js';
import { bucket, storageCommands } from './scripted-storage.controller.js';
import { aborting } from './scripted-uploads.controller.js';
import { errorOf, UploadRequests } from './upload-requests.js';

const gateway = new GatewayApp();
const uploads = new UploadRequests(gateway);

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  await gateway.fetch('/api/v1/projects', { json: { key: 'other' } });
  uploads.key = await gateway.keyOf('demo', ['data']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  storageCommands.clear();
});

describe('an upload session', () => {
  it('is created in the project of the key, with its status', async () => {
    const metadata = { a: [1] };
    const answer = await uploads.init({
      total_parts_count: 3,
      content_type: 'text/csv',
      metadata,
      of_a_later_version: 1,
    });
    const session = (await answer.json()) as UploadSessionResponse;
    expect([answer.status, session]).toMatchObject([
      200,
      { state: 'open', total_parts_count: 3, completed_parts: [], content_type: 'text/csv', metadata },
    ]);
    const status = await gateway.fetch('/api/v1/upload/status', {
      json: { session_id: session.session_id },
      key: uploads.key,
    });
    expect([status.status, await status.json()]).toEqual([200, session]);
  });

  it('of an installation key is created in the project that its metadata name, if any', async () => {
    const project = await (await gateway.fetch('/api/v1/projects/other')).json();
    const named = await uploads.init({ total_parts_count: 1, metadata: { project: 'other' } }, {});
    expect(await named.json()).toMatchObject({ project_id: (project as { id: string }).id });
    const param = 'metadata.project';
    expect(await (await uploads.init({ total_parts_count: 1 }, {})).json()).toMatchObject({ project_id: null });
    const unknown = await uploads.init({ total_parts_count: 1, metadata: { project: 'none' } }, {});
    expect(await errorOf(unknown)).toMatchObject({ status: 404, code: 'project_not_found', param });
  });

  it('cannot be created in a project that the key may not use', async () => {
    const answer = await uploads.init({ total_parts_count: 1, metadata: { project: 'other' } });
    expect(await errorOf(answer)).toMatchObject({ status: 403, code: 'project_forbidden', param: 'metadata.project' });
  });

  it.each([
    ['total_parts_count', {}],
    ['total_parts_count', { total_parts_count: 0 }],
    ['total_parts_count', { total_parts_count: 10_001 }],
    ['total_parts_count', { total_parts_count: 1.5 }],
    ['total_parts_count', { total_parts_count: '3' }],
    ['metadata', { total_parts_count: 1, metadata: [] }],
    ['metadata', { total_parts_count: 1, metadata: { text: 'x'.repeat(16_384) } }],
    ['content_type', { total_parts_count: 1, content_type: 'text' }],
    ['content_type', { total_parts_count: 1, content_type: 'text/html\r\nset-cookie: x' }],
  ])('is rejected when %s is wrong (%#)', async (param, body) => {
    expect(await errorOf(await uploads.init(body))).toMatchObject({ status: 400, param });
  });

  it('is created once under an idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const once = async () =>
      (await (await uploads.init({ total_parts_count: 1 }, { key: uploads.key, headers })).json()) as object;
    expect(await once()).toEqual(await once());
  });

  it('needs the permission for data', async () => {
    const reader = await gateway.keyOf('demo', ['read', 'inference', 'feedback', 'manage']);
    const refused = { status: 403, code: 'permission_missing' };
    expect(await errorOf(await uploads.init({ total_parts_count: 1 }, { key: reader }))).toMatchObject(refused);
    expect(await errorOf(await uploads.send(randomUUID(), 'x', { key: reader }))).toMatchObject(refused);
  });

  it.each(['x', '', '../../projects', randomUUID()])(
    'that is not there is a 404 everywhere: %s',
    async (session_id) => {
      const refused = { status: 404, code: 'session_not_found' };
      const ask = (path: string, method: string) =>
        gateway.fetch(path, { method, json: { session_id }, key: uploads.key });
      expect(await errorOf(await ask('/api/v1/upload/status', 'POST'))).toMatchObject(refused);
      expect(await errorOf(await ask('/api/v1/upload/abort', 'DELETE'))).toMatchObject(refused);
      expect(await errorOf(await uploads.send(session_id, 'x'))).toMatchObject(refused);
    },
  );

  it('is not found by keys of other projects', async () => {
    const stranger = await gateway.keyOf('other', ['data']);
    const sessionId = await uploads.begun();
    const refused = { status: 404, code: 'session_not_found' };
    expect(await errorOf(await uploads.send(sessionId, 'x', { key: stranger }))).toMatchObject(refused);
    const status = gateway.fetch('/api/v1/upload/status', { json: { session_id: sessionId }, key: stranger });
    expect(await errorOf(await status)).toMatchObject(refused);
  });

  it('is gone when its abort is answered, however long that takes', async () => {
    const session_id = await uploads.begun();
    aborting.turns = 3;
    const answer = await gateway.fetch('/api/v1/upload/abort', {
      method: 'DELETE',
      json: { session_id },
      key: uploads.key,
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, { session_id, state: 'aborted' }]);
    expect(storageCommands.get('abort-upload.v1')).toBe(3);
  });
});
