import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { makeProject } from '../support/api.js';
import { GeneratedFile } from '../support/generated-file.js';
import { areReady, killHard } from '../support/processes.js';
import { sendThrough, downloadThrough } from '../support/through-faults.js';
import { sha256, Uploads } from '../support/upload-sessions.js';

jest.setTimeout(15 * 60_000);

const mebibyte = 1_048_576;
/** Parts that are sent at one time. */
const atOnce = 8;
/**
 * From one fault to the next, ms: so long that each process has run for 30 s when it is killed again, and is started
 * again at once.
 */
const betweenFaultsMs = 12_000;
/** What is done is under way by then, ms. */
const firstFaultMs = 1_000;

/** Where each part begins, and where the last one ends: sizes from one byte to 100 MiB. */
function cutUp(size: number): number[] {
  const sizes = [1, 5 * mebibyte - 1, 5 * mebibyte, 100 * mebibyte, 17, 100 * mebibyte - 1];
  const cuts = [0];
  for (let at = 0; at < size;) {
    at = Math.min(size, at + (sizes.shift() ?? randomInt(mebibyte, 64 * mebibyte)));
    cuts.push(at);
  }
  return cuts;
}

describe('a file of 1 GiB', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    project = await makeProject(['data', 'read']);
  });
  afterAll(areReady, 120_000);

  let faults = 0;

  /** Does something while storage, gateway and MinIO are killed in turn: one at the beginning, one at the end. */
  async function whileKilling<T>(work: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    const killing = (async () => {
      for (let waitMs = firstFaultMs; !done.signal.aborted; waitMs = betweenFaultsMs) {
        await sleep(waitMs, undefined, { signal: done.signal }).catch(() => undefined);
        killHard(['storage-0', 'gateway-0', 'minio'][faults % 3] as string);
        faults += 1;
      }
    })();
    try {
      return await work();
    } finally {
      done.abort();
      await killing;
    }
  }

  it('downloads as uploaded while storage, gateway and MinIO are killed repeatedly', async () => {
    const file = new GeneratedFile(1_024 * mebibyte);
    const uploads = new Uploads(project.key, project.apiKey);
    const cuts = cutUp(file.size);
    const sessionId = await uploads.begin(cuts.length - 1);
    const left = Array.from({ length: cuts.length - 1 }, (_, index) => index);
    const sender = async () => {
      while (left.length > 0) {
        const [index] = left.splice(randomInt(left.length), 1) as [number];
        const bytes = file.slice(cuts[index] as number, cuts[index + 1] as number);
        const part = await uploads.sendThrough(sessionId, index + 1, bytes);
        expect(part).toEqual({ part_number: index + 1, size: bytes.length, sha256: sha256(bytes) });
      }
    };
    const expected = file.sha256();
    await whileKilling(() => Promise.all(Array.from({ length: atOnce }, sender)));
    const { url, sha256: reportedHash } = await whileKilling(async () => {
      const body = { name: 'large.bin', upload_session_id: sessionId };
      const headers = { 'idempotency-key': randomUUID() };
      const path = `/api/v1/projects/${project.key}/artifacts`;
      const created = await sendThrough('POST', path, { key: project.apiKey, body, headers });
      return (await created.json()) as { url: string; sha256: string };
    });
    expect(reportedHash).toBe(expected);
    const hash = createHash('sha256');
    const size = await whileKilling(() => downloadThrough(url, project.apiKey, (piece) => hash.update(piece)));
    expect([size, hash.digest('hex')]).toEqual([file.size, expected]);
  });
});
