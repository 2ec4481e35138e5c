import { describe, expect, it } from '@jest/globals';
import { FairQueue, Pool } from './pool.js';

function drain(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

describe('a fair queue', () => {
  it('lets projects take turns, and keeps the order of each', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']) queue.add(item.charAt(0), item);
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('does not let a project pass the others by leaving and returning', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1', 'c1']) queue.add(item.charAt(0), item);
    expect(queue.shift()).toBe('a1');
    queue.add('a', 'a2');
    expect(drain(queue)).toEqual(['b1', 'c1', 'a2']);
  });

  it('forgets removed items, and projects without items', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'b1', 'b2']) queue.add(item.charAt(0), item);
    queue.delete('a', 'a1');
    queue.delete('b', 'b1');
    queue.delete('b', 'never there');
    expect(drain(queue)).toEqual(['b2']);
  });
});

describe('background requests of a pool', () => {
  const { signal } = new AbortController();
  const live = { project: 'a', signal };
  const background = { project: 'a', signal, background: true };

  /** Takes an item, and notes when it is there. */
  function taking(pool: Pool<string>, wish: typeof live, taken: string[], name: string) {
    void pool.take(wish).then((item) => taken.push(`${name}: ${item}`));
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('leave an item idle for the next live one', async () => {
    const [pool, taken] = [new Pool(['1', '2']), [] as string[]];
    taking(pool, background, taken, 'first');
    taking(pool, background, taken, 'second');
    taking(pool, live, taken, 'live');
    await settled();
    expect(taken).toEqual(['first: 1', 'live: 2']);
    pool.release('1');
    await settled();
    expect(taken).toHaveLength(2);
    pool.release('2');
    await settled();
    expect(taken.at(-1)).toMatch('second: ');
  });

  it('wait until no live one does', async () => {
    const [pool, taken] = [new Pool(['1']), [] as string[]];
    for (const [name, wish] of Object.entries({ held: live, background, live })) taking(pool, wish, taken, name);
    for (let count = 0; count < 2; count += 1) {
      await settled();
      pool.release('1');
    }
    await settled();
    expect(taken).toEqual(['held: 1', 'live: 1', 'background: 1']);
  });
});
