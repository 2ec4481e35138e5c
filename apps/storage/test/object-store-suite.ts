import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ObjectStore } from '../src/objects/object-store.js';

const validS = 60;

/** What every store of objects promises. */
export function describeObjectStore(name: string, store: () => ObjectStore): void {
  const put = async (key: string, body: string) =>
    fetch(await store().uploadUrl(key, validS), { method: 'PUT', body }).then(({ status }) => status);
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
  });
}
