import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { UploadedPartResponse } from '@earshot/dto-storage';
import { GatewayApp } from './gateway-app.js';
import { bucket } from './scripted-storage.controller.js';
import { keptParts } from './scripted-uploads.controller.js';
import { errorOf, UploadRequests } from './upload-requests.js';

const gateway = new GatewayApp();
const uploads = new UploadRequests(gateway);

beforeAll(async () => {
  await bucket.start();
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
  uploads.key = await gateway.keyOf('demo', ['data']);
});
afterAll(async () => {
  await gateway.stop();
  await bucket.stop();
});
beforeEach(() => {
  bucket.objects.clear();
  keptParts.length = 0;
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Everything that was kept, put together. */
const keptBytes = () =>
  Buffer.concat(keptParts.flatMap(({ pieces }) => pieces.map(({ id }) => bucket.objects.get(id) as Buffer)));

/** A body that does not tell its length. */
function streamOf(...chunks: Buffer[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new Uint8Array(chunk));
      controller.close();
    },
  });
}

describe('a part', () => {
  it.each([
    ['its length', 1],
    ['its length', 1_048_576],
  ])('is streamed to the bucket, with %s (%i bytes)', async (_, size) => {
    const bytes = randomBytes(size);
    const answer = await uploads.send(await uploads.begun(), bytes, { number: 10 });
    const part: UploadedPartResponse = { part_number: 10, size, sha256: sha256(bytes) };
    expect([answer.status, await answer.json()]).toEqual([200, part]);
    expect(keptParts).toMatchObject([{ ...part, pieces: [{ size }] }]);
    expect(keptBytes().equals(bytes)).toBe(true);
  });

  it('without a length is streamed too', async () => {
    const bytes = randomBytes(900_000);
    const answer = await uploads.send(
      await uploads.begun(),
      streamOf(bytes.subarray(0, 70_000), bytes.subarray(70_000)),
    );
    expect(await answer.json()).toEqual({ part_number: 1, size: 900_000, sha256: sha256(bytes) });
    expect(keptBytes().equals(bytes)).toBe(true);
  });

  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'no type at all', ''])(
    'is taken as bytes whatever its content type says: %j',
    async (type) => {
      const answer = await uploads.send(await uploads.begun(), '{"no JSON', { headers: { 'content-type': type } });
      expect([answer.status, keptBytes().toString()]).toEqual([200, '{"no JSON']);
    },
  );

  it('in a form is rejected', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x']));
    const refused = { status: 415, code: 'unsupported_media_type' };
    expect(await errorOf(await uploads.send(await uploads.begun(), form))).toMatchObject(refused);
  });

  it.each([
    ['0', 'part_number_out_of_range'],
    ['-1', 'part_number_out_of_range'],
    ['11', 'part_number_out_of_range'],
    ['2147483647', 'part_number_out_of_range'],
    ['2147483648', 'invalid_field'],
    ['1.5', 'invalid_field'],
    ['1e1', 'invalid_field'],
    ['', 'invalid_field'],
    ['%00', 'invalid_field'],
  ])('of number %s is rejected', async (number, code) => {
    const answer = await uploads.send(await uploads.begun(10), 'x', { number });
    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      code,
      ...(code === 'invalid_field' && { param: 'part_number' }),
    });
    expect(bucket.objects.size).toBe(0);
  });

  it('without a number or a session is rejected', async () => {
    for (const query of [
      '',
      `?session_id=${randomUUID()}`,
      '?part_number=1',
      '?session_id=a&session_id=b&part_number=1',
    ]) {
      const answer = await gateway.fetch(`/api/v1/upload/part${query}`, {
        method: 'POST',
        body: 'x',
        key: uploads.key,
      });
      expect(await errorOf(answer)).toMatchObject({ status: 400 });
    }
  });

  it.each([
    ['nothing', Buffer.alloc(0), { status: 400, code: 'part_too_small' }],
    ['too much', Buffer.alloc(1_048_577), { status: 413, code: 'body_too_large' }],
  ])('of %s is rejected, declared or not', async (_, bytes, refused) => {
    const sessionId = await uploads.begun();
    expect(await errorOf(await uploads.send(sessionId, bytes))).toMatchObject(refused);
    expect(await errorOf(await uploads.send(sessionId, streamOf(bytes)))).toMatchObject(refused);
    expect([keptParts, bucket.objects.size]).toEqual([[], 0]);
  });

  it('is verified by its checksums, and leaves nothing when they differ', async () => {
    const sessionId = await uploads.begun();
    const right = { 'x-checksum-sha256': sha256(Buffer.from('x')), 'content-md5': 'nd6c1F9HvVEBwCe6UgZNgQ==' };
    const md5 = createHash('md5').update('x').digest('base64');
    expect((await uploads.send(sessionId, 'x', { headers: { ...right, 'content-md5': md5 } })).status).toBe(200);
    bucket.objects.clear();
    const wrong = await uploads.send(sessionId, 'x', { headers: right });
    expect(await errorOf(wrong)).toMatchObject({ status: 400, code: 'checksum_mismatch', param: 'Content-MD5' });
    const none = await uploads.send(sessionId, 'x', { headers: { 'x-checksum-sha256': 'abc' } });
    expect(await errorOf(none)).toMatchObject({ status: 400, code: 'checksum_invalid', param: 'x-checksum-sha256' });
    expect([keptParts.length, bucket.objects.size]).toEqual([1, 0]);
  });

  it('for a session that ended meanwhile is rejected, and leaves nothing', async () => {
    const session_id = await uploads.begun();
    await gateway.fetch('/api/v1/upload/abort', { method: 'DELETE', json: { session_id }, key: uploads.key });
    expect(await errorOf(await uploads.send(session_id, 'x'))).toMatchObject({ status: 409, code: 'session_closed' });
    expect(bucket.objects.size).toBe(0);
  });

  it('is a 503 while the bucket is unavailable', async () => {
    bucket.away = true;
    const answer = await uploads.send(await uploads.begun(), randomBytes(900_000));
    bucket.away = false;
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await errorOf(answer)).toMatchObject({ status: 503, code: 'service_unavailable' });
  });

  it('continues on the same connection after a 503', async () => {
    const sessionId = await uploads.begun();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (bytes: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${uploads.key}` };
        const options = { agent, method: 'POST', headers };
        const sent = request(`${gateway.address}${uploads.pathOf(sessionId)}`, options, (answer) =>
          answer.resume().once('end', () => resolve(answer.statusCode)),
        );
        sent.once('error', reject).end(bytes);
      });
    bucket.away = true;
    const refused = await send(randomBytes(900_000));
    bucket.away = false;
    expect([refused, await send(Buffer.from('x'))]).toEqual([503, 200]);
    agent.destroy();
  });

  it('that is interrupted is not stored', async () => {
    const sessionId = await uploads.begun();
    const { hostname, port } = new URL(gateway.address);
    const head = [
      `POST ${uploads.pathOf(sessionId)} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${uploads.key}`,
      'content-length: 1000000',
    ];
    const broken = new Promise<void>((resolve) => (bucket.uploadBroken = resolve));
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(500_000)}`),
    );
    await bucket.uploading();
    socket.destroy();
    await broken;
    expect([keptParts, bucket.objects.size]).toEqual([[], 0]);
  });

  it('goes on while a hundred others do', async () => {
    const sessionId = await uploads.begun(100);
    const parts = Array.from({ length: 100 }, () => randomBytes(100_000));
    const answers = await Promise.all(
      parts.map((bytes, index) => uploads.send(sessionId, bytes, { number: index + 1 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const kept = new Map(keptParts.map((part) => [part.part_number, part.sha256]));
    expect(parts.map((_, index) => kept.get(index + 1))).toEqual(parts.map(sha256));
  });
});
