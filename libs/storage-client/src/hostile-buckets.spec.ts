import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@earshot/errors';
import { BucketBytes } from './bucket-bytes.js';
import { Source } from './bucket-client.js';
import { hostileServers } from '../test/hostile-servers.js';
import { RawServer } from '../test/raw-server.js';

/** Of one transfer; what never ends or answers takes all of it. */
const stallMs = 300;

/** In which what a transfer has left behind would show: an error that nobody handles fails the test. */
const aftermathMs = 30;

const object = { contentType: 'application/octet-stream', body: 'violet'.repeat(2_000) };
const length = object.body.length;

let bytes: BucketBytes;
let server: RawServer;

beforeEach(() => {
  bytes = new BucketBytes({ answerMs: stallMs, stallMs, connections: 8 });
});

afterEach(async () => {
  await sleep(aftermathMs);
  await bytes.close();
  await server.close();
  await sleep(0);
});

/** A stream that comes in pieces, as a client's upload does. */
async function* inPieces() {
  for (let at = 0; at < length; at += 1_000) yield Buffer.from(object.body.slice(at, at + 1_000));
}

/** As those who transfer bound what they do; a bucket that sends a byte now and then is never silent. */
const bounded = () => ({ signal: AbortSignal.timeout(2 * stallMs) });

const transfers: Record<string, (url: string) => Promise<unknown>> = {
  'reads all of an object': async (url) => buffer(await bytes.get(url, { length, ...bounded() })),
  'reads a range': async (url) => buffer(await bytes.get(url, { range: { first: 0, last: length - 1 }, ...bounded() })),
  'reads what tells no length': async (url) => buffer(await bytes.get(url, bounded())),
  'begins to read, and leaves': async (url) => void (await bytes.get(url, bounded())).destroy(),
  'sends bytes': (url) => bytes.put(url, Buffer.from(object.body), { size: length, ...bounded() }),
  'sends a stream': (url) => bytes.put(url, Readable.from(inPieces()), { size: length, ...bounded() }),
  'sends a stream that can tell why it failed': async (url) => {
    const source = new Source(inPieces());
    await bytes.put(url, source.body, { size: length, ...bounded() });
  },
};

describe('a transfer either completes or rejects, and leaves nothing open, with a bucket that', () => {
  it.each(hostileServers.map((one) => [one.name, one] as const))('%s', async (_, { onConnect, onRequest }) => {
    server = await RawServer.listen({ onConnect, onRequest: (socket) => onRequest?.(socket, object) });
    const ends = Object.values(transfers).map((transfer) => transfer(`${server.origin}/bucket/key?signature=s`));
    const settled = await Promise.allSettled(ends);
    const reasons = settled.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    // Of a body that breaks off its reader tells; all else is in words for callers.
    for (const reason of reasons.filter((one) => one instanceof AppError)) {
      expect(reason).toMatchObject({ code: 'service_unavailable', details: undefined });
    }
  });
});
