import { describe, expect, it } from '@jest/globals';
import type { ApiKeyIndex } from './api-key-index.js';
import { Authenticator } from './authenticator.js';
import type { Caller } from './caller.js';
import type { SessionIndex } from './session-index.js';

const key = `es_${'k'.repeat(43)}`;
const caller: Caller = {
  keyId: null,
  keyName: 'k',
  projectId: null,
  permissions: new Set(),
  expiresAtMs: Infinity,
  limited: null,
};

/** A header with a key that nobody made. */
function wrong(number: number): string {
  return `Bearer es_${String(number).padStart(43, '0')}`;
}

/** An index whose keys arrive with its fence. */
function lateIndex(arriving: string[]) {
  const known = new Set<string>();
  const index = {
    fences: 0,
    find: (apiKey: string) => (known.has(apiKey) ? caller : undefined),
    replica: {
      fence: async () => {
        index.fences += 1;
        await Promise.resolve();
        arriving.forEach((one) => known.add(one));
      },
    },
  };
  return index;
}

describe(Authenticator.name, () => {
  const sessions = { find: () => undefined, replica: { fence: () => Promise.resolve() } };
  const authenticator = (index: object) => new Authenticator(index as ApiKeyIndex, sessions as unknown as SessionIndex);

  it.each([undefined, '', 'Basic eDp5', 'Bearer', 'Bearer ', `Bearer ${key} x`, `Token ${key}`])(
    'rejects %j as a key',
    (header) => {
      expect(() => authenticator(lateIndex([])).authenticate(header)).toThrow(
        expect.objectContaining({ code: 'api_key_missing' }),
      );
    },
  );

  it('rejects a malformed key without a lookup', () => {
    const index = lateIndex([]);
    expect(() => authenticator(index).authenticate('Bearer sk-1')).toThrow(
      expect.objectContaining({ code: 'api_key_invalid' }),
    );
    expect(index.fences).toBe(0);
  });

  it('accepts a key that another gateway just created, and then without a lookup', async () => {
    const sut = authenticator(lateIndex([key]));
    expect(await sut.authenticate(`bearer ${key}`)).toBe(caller);
    expect(sut.authenticate(`Bearer ${key}`)).toBe(caller);
  });

  it('fails pending requests when the lookup fails, and looks up again for the next', async () => {
    const index = lateIndex([key]);
    const { fence } = index.replica;
    const sut = authenticator(index);
    index.replica.fence = () => Promise.reject(new Error('the broker is away'));
    const waiting = [1, 2].map(async () => sut.authenticate(`Bearer ${key}`));
    expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    index.replica.fence = fence;
    expect(await sut.authenticate(`Bearer ${key}`)).toBe(caller);
  });

  it('finds a new key right after failed lookups of others', async () => {
    const arriving: string[] = [];
    const index = lateIndex(arriving);
    const sut = authenticator(index);
    await expect(sut.authenticate(wrong(1))).rejects.toMatchObject({ code: 'api_key_invalid' });
    arriving.push(key);
    expect(await sut.authenticate(`Bearer ${key}`)).toBe(caller);
  });

  it('looks up at most ten times a second for any number of wrong keys', async () => {
    const index = lateIndex([]);
    const sut = authenticator(index);
    const beganAt = performance.now();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.allSettled(
        Array.from({ length: 100 }, async (_, number) => sut.authenticate(wrong(number))),
      );
      expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    }
    expect(index.fences).toBe(3);
    // Timers may be a millisecond early.
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(2 * 99);
  });
});
