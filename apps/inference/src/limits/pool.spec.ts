import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './pool.js';

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
