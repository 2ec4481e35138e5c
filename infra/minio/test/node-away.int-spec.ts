import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@earshot/messaging/testing';
import type { Client } from 'minio';
import { bucket, MinioNodes, nodesAddress } from './minio-nodes.js';

// Four servers of their own start first.
jest.setTimeout(180_000);

const writers = 4;
const connectedWithinMs = 30_000;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

if (nodesAddress === null) console.warn('A bucket of four nodes was NOT tested: this container has only loopback.');

(nodesAddress === null ? describe.skip : describe)(
  'a bucket of four nodes of which one is killed, and then another',
  () => {
    const nodes = new MinioNodes();
    let client: Client;
    const acknowledged = new Map<string, string>();

    beforeAll(async () => {
      await nodes.start();
      client = nodes.client;
    });
    afterAll(() => nodes.stop());

    const write = async () => {
      const [key, bytes] = [`suite/${randomUUID()}`, randomBytes(300_000)];
      try {
        await client.putObject(bucket, key, bytes, bytes.length);
        acknowledged.set(key, hashOf(bytes));
      } catch {
        // Not acknowledged.
      }
    };
    const read = async (key: string) => hashOf(await buffer(await client.getObject(bucket, key)));
    // A node that is back serves before the others are connected with it: until then they lack its part.
    const readOnceConnected = (key: string) => until(() => read(key).catch(() => null), key, connectedWithinMs);

    it('goes on storing, and has all that it acknowledged', async () => {
      let goesOn = true;
      const writing = Array.from({ length: writers }, async () => {
        while (goesOn) await write();
      });
      const more = async (count: number) => {
        const target = acknowledged.size + count;
        while (acknowledged.size < target) await sleep(20);
      };
      await more(40);
      for (const name of ['node-4', 'node-3']) {
        await nodes.kill(name);
        await more(40);
        nodes.launch(name);
        await nodes.ready(name);
      }
      goesOn = false;
      await Promise.all(writing);
      await nodes.kill('node-2');
      const stored = new Map<string, string>();
      for (const key of acknowledged.keys()) stored.set(key, await readOnceConnected(key));
      expect(stored).toEqual(acknowledged);
    });
  },
);
