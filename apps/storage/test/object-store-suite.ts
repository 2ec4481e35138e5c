import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { minPartBytes } from '../src/objects/concatenation-plan.js';
import type { ObjectStore } from '../src/objects/object-store.js';

const validS = 60;

/** What every store of objects promises. */
export function describeObjectStore(name: string, store: () => ObjectStore): void {
  const put = async (key: string, body: string | Buffer) => {
    const sent = { method: 'PUT', body: new Uint8Array(Buffer.from(body as string)) };
    return (await fetch(await store().uploadUrl(key, validS), sent)).status;
  };
  const get = async (key: string, headers: Record<string, string> = {}) =>
    fetch(await store().downloadUrl(key, validS), { headers });
  const newKey = () => `suite/${randomUUID()}.txt`;

  describe(name, () => {
    it('gives back what was sent to it', async () => {
      const key = newKey();
      expect(await put(key, 'Ärger')).toBe(200);
      const answer = await get(key);
      expect([answer.status, await answer.text()]).toEqual([200, 'Ärger']);
      expect(await store().sizeOf(key)).toBe(6);
    });

    it('gives parts', async () => {
      const key = newKey();
      await put(key, '0123456789');
      const answer = await get(key, { range: 'bytes=2-4' });
      expect([answer.status, await answer.text()]).toEqual([206, '234']);
      expect(answer.headers.get('content-range')).toBe('bytes 2-4/10');
    });

    it('replaces what was there', async () => {
      const key = newKey();
      await put(key, 'first');
      await put(key, 'second');
      expect(await (await get(key)).text()).toBe('second');
    });

    it('has nothing where nothing was sent, or what was sent is deleted', async () => {
      const key = newKey();
      expect([(await get(key)).status, await store().sizeOf(key)]).toEqual([404, null]);
      await put(key, 'x');
      await store().delete(key);
      expect([(await get(key)).status, await store().sizeOf(key)]).toEqual([404, null]);
      await store().delete(key);
      await put(key, 'x');
      await store().clear(key);
      expect(await store().sizeOf(key)).toBeNull();
      await store().clear(key);
    });

    it('lets nobody do more with an address than it is for', async () => {
      const [key, other] = [newKey(), newKey()];
      await put(key, 'x');
      await put(other, 'y');
      const download = await store().downloadUrl(key, validS);
      expect((await fetch(download, { method: 'PUT', body: 'z' })).status).toBe(403);
      expect((await fetch(await store().uploadUrl(key, validS))).status).toBe(403);
    });

    it('keeps nothing of what broke off', async () => {
      const key = newKey();
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode('half of it'));
          controller.error(new Error('gone'));
        },
      });
      const sent = fetch(await store().uploadUrl(key, validS), { method: 'PUT', body, duplex: 'half' } as RequestInit);
      await expect(sent).rejects.toThrow();
      expect(await store().sizeOf(key)).toBeNull();
    });

    it('gives its own process what was sent, and parts of it', async () => {
      const key = newKey();
      await put(key, '0123456789');
      expect(await text(await store().read(key))).toBe('0123456789');
      expect(await text(await store().read(key, { range: { first: 2, last: 4 } }))).toBe('234');
      await expect(store().read(newKey())).rejects.toMatchObject({ code: 'service_unavailable' });
    });

    it.each([
      ['one', [1]],
      ['small ones', [1, 2, 3, 4_000_000, 2_000_000, 1]],
      ['large ones', [minPartBytes, minPartBytes + 1, minPartBytes]],
      ['small and large ones', [1, minPartBytes * 2 + 3, 5, minPartBytes - 1, minPartBytes * 3, 1]],
    ])('makes one object of several: %s', async (_, sizes) => {
      const sources = sizes.map((size) => ({ key: newKey(), size, bytes: randomBytes(size) }));
      for (const { key, bytes } of sources) await put(key, bytes);
      const key = newKey();
      await store().concatenate(key, sources);
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(hash(await buffer(await store().read(key)))).toBe(hash(Buffer.concat(sources.map(({ bytes }) => bytes))));
    });

    it('has made one of several where it is there, and asks for none of them', async () => {
      const [key, gone] = [newKey(), newKey()];
      await put(key, 'whole');
      await store().concatenate(key, [{ key: gone, size: 5 }]);
      expect(await (await get(key)).text()).toBe('whole');
    });

    it('makes nothing of several of which one is not there', async () => {
      const [key, there] = [newKey(), newKey()];
      await put(there, 'x');
      const sources = [there, newKey()].map((source) => ({ key: source, size: 1 }));
      await expect(store().concatenate(key, sources)).rejects.toMatchObject({ code: 'service_unavailable' });
      expect(await store().sizeOf(key)).toBeNull();
    });
  });
}
