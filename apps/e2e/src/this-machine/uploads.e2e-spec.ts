import { createHash, randomBytes, randomInt } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call, makeProject, send } from '../support/api.js';
import { areReady, isBack, killHard } from '../support/processes.js';
import { sha256, Uploads } from '../support/upload-sessions.js';

// A killed process is back after some seconds, on a busy machine after many.
jest.setTimeout(240_000);

const mebibyte = 1_048_576;

describe('a file that is sent in parts', () => {
  let uploads: Uploads;
  let key = '';

  beforeAll(async () => {
    const project = await makeProject(['data', 'read']);
    key = project.apiKey;
    uploads = new Uploads(project.key, key);
  });

  // What comes next is about an installation that is well.
  afterEach(areReady);

  /** Cuts a file up, and gives its parts in a random order. */
  function shuffledParts(file: Buffer, partBytes: number) {
    const count = Math.ceil(file.length / partBytes);
    const parts = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      bytes: new Uint8Array(file.subarray(index * partBytes, (index + 1) * partBytes)),
    }));
    for (let index = count - 1; index > 0; index -= 1) {
      const other = randomInt(index + 1);
      [parts[index], parts[other]] = [parts[other]!, parts[index]!];
    }
    return parts;
  }

  /** Sends a file, eight parts at a time. @param onPart told each time that one is there. */
  async function sendAll(file: Buffer, partBytes: number, onPart: () => void = () => undefined): Promise<string> {
    const parts = shuffledParts(file, partBytes);
    const sessionId = await uploads.begin(parts.length);
    const left = parts.values();
    const work = async () => {
      for (const { number, bytes } of left) {
        const part = await uploads.sendThrough(sessionId, number, bytes);
        expect(part).toEqual({ part_number: number, size: bytes.length, sha256: sha256(bytes) });
        onPart();
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return sessionId;
  }

  it.each([
    ['1 byte', 1, 100],
    ['100 bytes in parts of one', 100, 1],
    ['5 MiB - 1', 5 * mebibyte - 1, mebibyte],
    ['5 MiB', 5 * mebibyte, 100 * mebibyte],
    ['17 MiB in parts of 5', 17 * mebibyte + 1, 5 * mebibyte],
    ['100 MiB and a byte in parts of 100', 100 * mebibyte + 1, 100 * mebibyte],
  ])('downloads as it was sent: %s', async (_, size, partBytes) => {
    const file = randomBytes(size);
    const sessionId = await sendAll(file, partBytes);
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'complete', size });
    expect(sha256(await uploads.download(sessionId))).toBe(sha256(file));
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'consumed' });
  });

  it('downloads as it was sent though storage, gateway and MinIO were killed meanwhile', async () => {
    const file = randomBytes(18 * mebibyte);
    const killed = new Map<string, ReturnType<typeof killHard>>();
    const victims = ['storage-0', 'gateway-0', 'minio'].values();
    let sent = 0;
    const sessionId = await sendAll(file, 2 * mebibyte, () => {
      const victim = sent % 3 === 0 ? victims.next().value : undefined;
      if (victim !== undefined) killed.set(victim, killHard(victim));
      sent += 1;
    });
    for (const name of ['storage-0', 'gateway-0']) await isBack(name, killed.get(name) as ReturnType<typeof killHard>);
    await areReady();
    expect(killed.size).toBe(3);
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'complete', size: file.length });
    expect(sha256(await uploads.download(sessionId))).toBe(sha256(file));
  });

  it('may consist of a hundred parts that are sent at once', async () => {
    const sessionId = await uploads.begin(100);
    const parts = Array.from({ length: 100 }, () => new Uint8Array(randomBytes(200_000)));
    const answers = await Promise.all(parts.map((bytes, index) => uploads.part(sessionId, index + 1, bytes)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'complete' });
    expect((await uploads.abort(sessionId)).status).toBe(200);
  });

  it('may have bodies without a length', async () => {
    const file = randomBytes(12 * mebibyte);
    const sessionId = await uploads.begin(1);
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < file.length; at += 65_536) controller.enqueue(file.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const path = `/api/v1/upload/part?session_id=${sessionId}&part_number=1`;
    const answer = await streamed(path, body);
    expect([answer.status, await answer.json()]).toMatchObject([200, { size: file.length, sha256: sha256(file) }]);
    expect(sha256(await uploads.download(sessionId))).toBe(sha256(file));
  });

  it('keeps the earlier part when a later one is invalid, and the later one when it is valid', async () => {
    const sessionId = await uploads.begin(1);
    const [first, second] = ['first', 'second'].map((text) => new Uint8Array(Buffer.from(text)));
    await uploads.part(sessionId, 1, first!);
    const headers = { 'x-checksum-sha256': sha256(first!) };
    const wrong = await uploads.part(sessionId, 1, second!, { headers });
    expect([wrong.status, wrong.body.error?.code]).toEqual([400, 'checksum_mismatch']);
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'complete', size: 5 });
    const md5 = createHash('md5').update(second!).digest('base64');
    expect((await uploads.part(sessionId, 1, second!, { headers: { 'content-md5': md5 } })).status).toBe(200);
    expect((await uploads.download(sessionId)).toString()).toBe('second');
  });

  it('accepts no part after it was aborted or used', async () => {
    const byte = new Uint8Array(1);
    const sessionId = await uploads.begin(1);
    await uploads.part(sessionId, 1, byte);
    expect([(await uploads.abort(sessionId)).status, (await uploads.abort(sessionId)).status]).toEqual([200, 200]);
    expect(await uploads.status(sessionId)).toMatchObject({ state: 'aborted', completed_parts: [] });
    const consumed = await sendAll(Buffer.from('x'), 1);
    await uploads.download(consumed);
    for (const ended of [sessionId, consumed]) {
      const refused = await uploads.part(ended, 1, byte);
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'session_closed']);
    }
    expect((await uploads.abort(consumed)).body.error?.code).toBe('session_consumed');
  });

  it('is rejected with a reason and without 5xx for any wrong part', async () => {
    const sessionId = await uploads.begin(2);
    const stranger = await makeProject(['data']);
    const part = (query: string, options: object = {}) =>
      call('POST', `/api/v1/upload/part?${query}`, { key, body: new Uint8Array([1]), ...options });
    const of = (number: unknown, id = sessionId) =>
      `session_id=${encodeURIComponent(id)}&part_number=${String(number)}`;
    const refusals = await Promise.all([
      part(of(0)),
      part(of(3)),
      part(of('..%2F1')),
      part(of(1, '../../etc')),
      part(of(1), { key: stranger.apiKey }),
      part(of(1), { key: null }),
      part(of(1), { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      part(of(1), { headers: { 'content-md5': 'x' } }),
      part(of(1), { body: new Uint8Array(0) }),
      part(of(1), { headers: { 'content-encoding': 'gzip' } }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [400, 'part_number_out_of_range'],
      [400, 'part_number_out_of_range'],
      [400, 'invalid_field'],
      [404, 'session_not_found'],
      [404, 'session_not_found'],
      [401, 'api_key_missing'],
      [415, 'unsupported_media_type'],
      [400, 'checksum_invalid'],
      [400, 'part_too_small'],
      [415, 'unsupported_media_type'],
    ]);
    expect(await uploads.status(sessionId)).toMatchObject({ completed_parts: [] });
  });

  function streamed(path: string, body: ReadableStream): Promise<Response> {
    return send('POST', path, { key, body, headers: { 'content-type': 'application/octet-stream' } });
  }
});
