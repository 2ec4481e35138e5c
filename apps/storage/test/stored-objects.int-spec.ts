import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  discardObject,
  keepObject,
  locateObject,
  prepareObject,
  removeObject,
  type ObjectName,
  type PreparedObject,
} from '@earshot/contracts-storage';
import { Health } from '@earshot/service-kit';
import { announcedForMs, shortLivedForMs } from '../src/stored-objects/stored-objects.service.js';
import { StoredObjectsService } from '../src/stored-objects/stored-objects.service.js';
import { StorageApp } from './storage-app.js';

const storage = new StorageApp();

beforeAll(() => storage.start());
afterAll(() => storage.stop());

const hash = (bytes: string) => createHash('sha256').update(bytes).digest('hex');

/** Something to keep, of a project of its own. */
function something(kind: ObjectName['kind'] = 'image', bytes: string = randomUUID()) {
  const name = { kind, project_id: randomUUID(), name: `${hash(bytes)}.png` };
  const announced = { ...name, id: randomUUID(), size: bytes.length, sha256: hash(bytes), content_type: 'image/png' };
  return { bytes, name, announced };
}

async function send({ upload_url }: PreparedObject, body: string): Promise<void> {
  expect((await fetch(upload_url ?? '', { method: 'PUT', body })).status).toBe(200);
}

async function kept() {
  const thing = something();
  await send(await storage.ask(prepareObject, thing.announced), thing.bytes);
  await storage.ask(keepObject, thing.name);
  return thing;
}

/** Deletes what is due when everything announced until now is, and whatever else is due. */
async function deleteAll(now: Date): Promise<void> {
  while (await storage.service(StoredObjectsService).deleteDue(now));
}

describe('an object', () => {
  it('is returned as it was sent, once it is kept', async () => {
    const { bytes, name, announced } = await kept();
    const located = await storage.ask(locateObject, name);
    expect(located).toMatchObject({ ...announced, kept: true });
    expect(await (await fetch(located.download_url)).text()).toBe(bytes);
  });

  it('is uploaded once: a second announcement gets its id, and uploads nothing', async () => {
    const { announced } = await kept();
    const again = await storage.ask(prepareObject, { ...announced, id: randomUUID() });
    expect(again).toEqual({ id: announced.id, upload_url: null });
  });

  it('may be announced concurrently, and is kept once', async () => {
    const { announced, name, bytes } = something();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => storage.ask(prepareObject, { ...announced, id: randomUUID() })),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await Promise.all(answers.map((answer) => send(answer, bytes)));
    const kept = await Promise.all(answers.map(() => storage.ask(keepObject, name)));
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([answers[0]?.id]));
  });

  it('of one project is not found in another', async () => {
    const { name } = await kept();
    const elsewhere = storage.ask(locateObject, { ...name, project_id: randomUUID() });
    await expect(elsewhere).rejects.toMatchObject({ code: 'object_not_found' });
  });

  it('cannot be kept before it is complete', async () => {
    const { announced, name, bytes } = something();
    const prepared = await storage.ask(prepareObject, announced);
    await expect(storage.ask(keepObject, name)).rejects.toMatchObject({ code: 'object_incomplete' });
    await send(prepared, bytes.slice(1));
    await expect(storage.ask(keepObject, name)).rejects.toMatchObject({ code: 'object_incomplete' });
    expect(await storage.ask(locateObject, name)).toMatchObject({ kept: false });
  });

  it('that was never announced cannot be kept', async () => {
    await expect(storage.ask(keepObject, something().name)).rejects.toMatchObject({ code: 'object_not_found' });
  });

  it('is rejected when it exceeds the limit of its kind', async () => {
    const { announced } = something();
    await storage.ask(prepareObject, { ...announced, size: 20_971_520 });
    const larger = storage.ask(prepareObject, { ...announced, size: 20_971_521 });
    await expect(larger).rejects.toMatchObject({ code: 'object_too_large' });
  });
});

it('the service is ready once the bucket has answered', async () => {
  const health = storage.service(Health);
  while (!health.checks().every(({ ok }) => ok)) await new Promise((resolve) => setTimeout(resolve, 10));
});

describe('a conversation', () => {
  it('is readable before it is kept', async () => {
    const { announced, name, bytes } = something('conversation');
    await send(await storage.ask(prepareObject, announced), bytes);
    const { download_url } = await storage.ask(locateObject, name);
    expect(await (await fetch(download_url)).text()).toBe(bytes);
  });

  it('is deleted, row and bytes, when it is aborted', async () => {
    const { announced, name, bytes } = something('conversation');
    await send(await storage.ask(prepareObject, announced), bytes);
    const { download_url } = await storage.ask(locateObject, name);
    expect(await storage.ask(discardObject, name)).toEqual({ discarded: true });
    await deleteAll(new Date());
    await expect(storage.ask(locateObject, name)).rejects.toMatchObject({ code: 'object_not_found' });
    expect((await fetch(download_url)).status).toBe(404);
  });

  it('that is kept cannot be aborted', async () => {
    const { name, bytes } = await kept();
    expect(await storage.ask(discardObject, name)).toEqual({ discarded: false });
    await deleteAll(new Date());
    expect(await (await fetch((await storage.ask(locateObject, name)).download_url)).text()).toBe(bytes);
  });
});

describe('a kept object', () => {
  it('is deleted, row and bytes, and can be deleted again', async () => {
    const { name } = await kept();
    const { download_url } = await storage.ask(locateObject, name);
    expect(await storage.ask(removeObject, name)).toEqual({ removed: true });
    await deleteAll(new Date());
    await expect(storage.ask(locateObject, name)).rejects.toMatchObject({ code: 'object_not_found' });
    expect((await fetch(download_url)).status).toBe(404);
    expect(await storage.ask(removeObject, name)).toEqual({ removed: false });
  });
});

describe('an object that is not kept within a day', () => {
  it('is deleted, and kept ones are not', async () => {
    const left = something('completion');
    await send(await storage.ask(prepareObject, left.announced), left.bytes);
    const { name } = await kept();
    const aDayOn = Date.now() + announcedForMs;
    await deleteAll(new Date(aDayOn - 60_000));
    await storage.ask(locateObject, left.name);
    await deleteAll(new Date(aDayOn));
    await expect(storage.ask(locateObject, left.name)).rejects.toMatchObject({ code: 'object_not_found' });
    await storage.ask(locateObject, name);
  });
});

describe('a short-lived object', () => {
  const dueAt = () => Date.now() + shortLivedForMs;

  it('is deleted after minutes unless it is kept', async () => {
    const { announced, name, bytes } = something();
    await send(await storage.ask(prepareObject, { ...announced, short_lived: true }), bytes);
    await deleteAll(new Date(dueAt() - 60_000));
    await storage.ask(locateObject, name);
    await deleteAll(new Date(dueAt()));
    await expect(storage.ask(locateObject, name)).rejects.toMatchObject({ code: 'object_not_found' });
  });

  it('stays for the longest time that was requested', async () => {
    const { announced, name, bytes } = something();
    for (const short_lived of [true, false, true]) {
      await send(await storage.ask(prepareObject, { ...announced, id: randomUUID(), short_lived }), bytes);
    }
    await deleteAll(new Date(dueAt()));
    expect(await storage.ask(keepObject, name)).toMatchObject(name);
  });
});

describe('while the bucket is unavailable', () => {
  const cut = new StorageApp();
  beforeAll(() => cut.start({ S3_ENDPOINT: 'http://127.0.0.1:1' }));
  afterAll(() => cut.stop());

  it('the service is not ready, and names what is missing', () => {
    const missing = cut
      .service(Health)
      .checks()
      .filter(({ ok }) => !ok);
    expect(missing.map(({ name }) => name)).toContain('bucket');
  });

  it('nothing is kept, and callers get an error at once', async () => {
    const { announced, name } = something();
    await cut.ask(prepareObject, announced);
    const refused = { code: 'service_unavailable', type: 'overloaded_error', retryAfterS: 2 };
    await expect(cut.ask(keepObject, name)).rejects.toMatchObject(refused);
  });

  it('no abort is forgotten', async () => {
    const { announced, name } = something('conversation');
    await cut.ask(prepareObject, announced);
    await cut.ask(discardObject, name);
    const deletion = cut.service(StoredObjectsService).deleteDue(new Date());
    await expect(deletion).rejects.toMatchObject({ code: 'service_unavailable' });
    await cut.ask(locateObject, name);
  });
});
