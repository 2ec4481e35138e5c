import { afterEach, describe, expect, it } from '@jest/globals';
import { hostileServers, RawServer } from '@earshot/storage-client/testing';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStore } from './object-store.js';

/** After which a bucket that has not come to an end is taken away: what waits for it must end then, if not before. */
const requestTimeoutMs = 500;

/** In which what a request has left behind would show: an error that nobody handles fails the test. */
const aftermathMs = 30;

/** An answer that the client would take for a list of what was begun, so that it is read. */
const uploads = {
  contentType: 'application/xml',
  body: '<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>bucket</Bucket><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>',
};

const sources = [
  { key: 'one', size: 6_000_000 },
  { key: 'two', size: 100 },
];

const operations: Record<string, (store: ObjectStore) => Promise<unknown>> = {
  size: (store) => store.sizeOf('key'),
  deletion: (store) => store.delete('key'),
  bytes: async (store) => buffer(await store.read('key', { signal: AbortSignal.timeout(requestTimeoutMs) })),
  clearing: (store) => store.clear('key'),
  concatenation: (store) => store.concatenate('key', sources),
};

/**
 * The client of the bucket reads XML of any length into memory: only the installation's own bucket is asked, so that is
 * no attack.
 */
const survivable = hostileServers.filter(({ name }) => name !== 'repeats its body for ever');

let server: RawServer;
let store: ObjectStore;

afterEach(async () => {
  await store.onApplicationShutdown();
  await sleep(aftermathMs);
});

describe('a bucket operation ends, at the latest with its connection, and leaves no error behind, with a server that', () => {
  it.each(survivable.map((one) => [one.name, one] as const))('%s', async (_, { onConnect, onRequest }) => {
    server = await RawServer.listen({ onConnect, onRequest: (socket) => onRequest?.(socket, uploads) });
    store = new ObjectStore({
      s3Endpoint: new URL(server.origin),
      s3Region: 'us-east-1',
      s3Bucket: 'bucket',
      s3AccessKey: 'access',
      s3SecretKey: 'secret',
    });
    const ends = Promise.allSettled(Object.values(operations).map((ask) => ask(store)));
    await Promise.race([ends, sleep(requestTimeoutMs)]);
    await server.close();
    const reasons = (await ends).flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(reasons.join()).not.toContain('secret');
    if (onRequest) expect(server.requests).toBeGreaterThanOrEqual(Object.keys(operations).length);
  });
});
