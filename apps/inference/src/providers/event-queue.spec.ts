import { describe, expect, it } from '@jest/globals';
import { EventQueue } from './event-queue.js';

async function collect(queue: EventQueue<number>): Promise<number[][]> {
  const batches: number[][] = [];
  for await (const batch of queue.batches()) batches.push(batch);
  return batches;
}

describe('EventQueue', () => {
  it('hands over what is ready together as one batch, in order, and then ends', async () => {
    const queue = new EventQueue<number>();
    queue.events.push(1, 2);
    const batches = collect(queue);
    await Promise.resolve();
    await Promise.resolve();
    queue.events.push(3);
    queue.notify();
    queue.end();
    expect(await batches).toEqual([[1, 2], [3]]);
  });

  it('hands over what came before an error, then the error, and only the first end counts', async () => {
    const queue = new EventQueue<number>();
    queue.events.push(1);
    queue.fail(new Error('first'));
    queue.fail(new Error('second'));
    const iterator = queue.batches();
    expect(await iterator.next()).toEqual({ done: false, value: [1] });
    await expect(iterator.next()).rejects.toThrow('first');

    const ended = new EventQueue<number>();
    ended.end();
    ended.fail(new Error('late'));
    expect(await collect(ended)).toEqual([]);
  });

  it('drops everything when it is cancelled, also an error', async () => {
    const queue = new EventQueue<number>();
    queue.events.push(1);
    queue.fail(new Error('x'));
    queue.cancel();
    expect(await collect(queue)).toEqual([]);
  });
});
