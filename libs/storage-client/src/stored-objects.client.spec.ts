import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { locateObject, type ObjectName } from '@earshot/contracts-storage';
import { timedOut } from '@earshot/errors';
import type { LaneClient } from '@earshot/messaging';
import { BucketClient } from './bucket-client.js';
import { StorageCommands } from './storage-commands.js';
import { newObject, StoredObjects } from './stored-objects.client.js';

const call = { requestId: 'r', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };
const name: ObjectName = { kind: 'conversation', project_id: '0197a000-0000-7000-8000-000000000001', name: 'a.json' };
const bytes = Buffer.from('["what was said"]');
const sha256 = createHash('sha256').update(bytes).digest('hex');

let server: Server;
let answer: RequestListener;
let bucket: BucketClient;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  bucket = new BucketClient();
});

afterEach(async () => {
  await bucket.onApplicationShutdown();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** The client, with a storage service that answers every command by this. */
function objects(reply: (type: string) => Promise<unknown>): StoredObjects {
  const lanes = { command: ({ type }: { type: string }) => reply(type) };
  return new StoredObjects(new StorageCommands(lanes as unknown as LaneClient), bucket);
}

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/object`;
const located = () => Promise.resolve({ download_url: url(), size: bytes.length, sha256, content_type: 'text/x' });

describe('an object', () => {
  it('is loaded with its content type and verified', async () => {
    answer = (_, response) => void response.end(bytes);
    expect(await objects(located).load(name, call)).toEqual({ bytes, contentType: 'text/x' });
  });

  it.each([
    ['has other bytes', (response: Buffer) => Buffer.from(response).fill('x')],
    ['is shorter', (response: Buffer) => response.subarray(1)],
  ])('that has %s than those announced is rejected', async (_, changed) => {
    answer = (_request, response) => void response.end(changed(bytes));
    await expect(objects(located).load(name, call)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('is unavailable while the storage service or the bucket does not answer', async () => {
    const silent = objects(() => Promise.reject(timedOut('deadline_exceeded', 'Late.')));
    const refused = { code: 'service_unavailable', type: 'overloaded_error' };
    await expect(silent.keep(name, call)).rejects.toMatchObject(refused);
    answer = (_, response) => void response.writeHead(503).end();
    await expect(objects(located).load(name, call)).rejects.toMatchObject(refused);
    const prepared = objects(() => Promise.resolve({ id: name.project_id, upload_url: url() }));
    await expect(prepared.put(newObject(name, bytes, 'text/x'), call)).rejects.toMatchObject(refused);
  });

  it('is not uploaded when it is already stored', async () => {
    let sent = 0;
    answer = (_, response) => {
      sent += 1;
      response.end();
    };
    await objects(() => Promise.resolve({ id: name.project_id, upload_url: null })).put(
      newObject(name, bytes, 'text/x'),
      call,
    );
    expect(sent).toBe(0);
  });

  it('is neither located nor read after an abort', async () => {
    const abort = new AbortController();
    const requestedTypes: string[] = [];
    let broken!: () => void;
    const closed = new Promise<void>((resolve) => (broken = resolve));
    answer = (_, response) => {
      response.once('close', broken);
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(1));
      abort.abort(new Error('gone'));
    };
    const reading = objects(located).load(name, call, abort.signal);
    await expect(reading).rejects.toThrow('gone');
    await closed;
    const silent = objects((type) => {
      requestedTypes.push(type);
      return new Promise(() => undefined);
    });
    await expect(silent.load(name, call, abort.signal)).rejects.toThrow('gone');
    expect(requestedTypes).toEqual([]);
    const other = new AbortController();
    const looking = silent.load(name, call, other.signal);
    other.abort(new Error('gone too'));
    await expect(looking).rejects.toThrow('gone too');
    expect(requestedTypes).toEqual([locateObject.type]);
  });
});
