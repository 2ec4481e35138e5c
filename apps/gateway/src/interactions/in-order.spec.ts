import { describe, expect, it } from '@jest/globals';
import { inOrder } from './in-order.js';

const limits = { count: 3, weight: 100 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when it is told to. */
function workshop() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const work = (item: number) => {
    begun.push(item);
    return new Promise<string>((resolve) => ends.set(item, () => resolve(`done ${item}`)));
  };
  return { begun, work, end: (item: number) => ends.get(item)?.() };
}

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

describe('work on a stream', () => {
  it('returns results in the order of the items', async () => {
    const { work, end, begun } = workshop();
    const results = inOrder(numbers(3), work, () => 1, limits);
    const first = results.next();
    while (begun.length < 3) await settled();
    [2, 1, 0].forEach(end);
    expect((await first).value).toBe('done 0');
    expect([(await results.next()).value, (await results.next()).value]).toEqual(['done 1', 'done 2']);
    expect((await results.next()).done).toBe(true);
  });

  it('returns a result when it is ready, before the next item arrives', async () => {
    let more!: () => void;
    async function* slow() {
      yield 0;
      await new Promise<void>((resolve) => (more = resolve));
      yield 1;
    }
    const results = inOrder(
      slow(),
      (item) => Promise.resolve(item),
      () => 1,
      limits,
    );
    expect((await results.next()).value).toBe(0);
    more();
    expect((await results.next()).value).toBe(1);
  });

  it.each([
    ['items', 1, 3],
    ['weight', 60, 2],
  ])('limits concurrent %s, and continues when there is room', async (_, weight, most) => {
    const { work, end, begun } = workshop();
    const results = inOrder(numbers(10), work, () => weight, limits);
    const first = results.next();
    for (let turn = 0; turn < 50; turn += 1) await settled();
    expect(begun).toHaveLength(most);
    end(0);
    await first;
    while (begun.length < most + 1) await settled();
    await Promise.all([results.return(undefined), ...begun.map(async (item) => end(item))]);
  });

  it('reports a broken stream after the earlier results', async () => {
    async function* broken() {
      yield 0;
      throw new Error('gone');
    }
    const results = inOrder(
      broken(),
      (item) => Promise.resolve(item),
      () => 1,
      limits,
    );
    expect((await results.next()).value).toBe(0);
    await expect(results.next()).rejects.toThrow('gone');
  });

  it('stops reading when the consumer stops', async () => {
    const { work, end, begun } = workshop();
    const results = inOrder(numbers(100), work, () => 1, limits);
    const first = results.next();
    while (begun.length < 3) await settled();
    end(0);
    await first;
    await results.return(undefined);
    const seen = begun.length;
    [1, 2, 3].forEach(end);
    for (let turn = 0; turn < 50; turn += 1) await settled();
    expect(begun.length).toBeLessThanOrEqual(seen + 1);
  });

  it('processes items one at a time without room for more', async () => {
    const { work, end, begun } = workshop();
    const results = inOrder(numbers(3), work, () => 1, { ...limits, hasRoom: () => false });
    for (const item of [0, 1, 2]) {
      const result = results.next();
      await settled();
      expect(begun).toEqual([0, 1, 2].slice(0, item + 1));
      end(item);
      expect((await result).value).toBe(`done ${item}`);
    }
    expect((await results.next()).done).toBe(true);
  });
});
