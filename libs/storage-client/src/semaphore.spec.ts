import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

/** Work that goes on until it is told to end. */
function work() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const it = { begun: false, end, run: () => ((it.begun = true), ended) };
  return it;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const { signal: never } = new AbortController();

describe(Semaphore.name, () => {
  it('runs tasks up to its limit and queues the rest in order', async () => {
    const semaphore = new Semaphore(1, 2);
    const [first, second, third] = [work(), work(), work()];
    const all = [first, second, third].map(({ run }) => semaphore.run(run, never));
    await settled();
    expect([first, second, third].map(({ begun }) => begun)).toEqual([true, false, false]);
    first.end();
    await settled();
    expect([second.begun, third.begun]).toEqual([true, false]);
    second.end();
    third.end();
    await Promise.all(all);
  });

  it('rejects a task when the queue is full and accepts tasks later', async () => {
    const semaphore = new Semaphore(1, 0);
    const first = work();
    const running = semaphore.run(first.run, never);
    await expect(semaphore.run(work().run, never)).rejects.toMatchObject({ code: 'queue_full' });
    first.end();
    await running;
    await semaphore.run(() => Promise.resolve(), never);
  });

  it('frees the permit of a task that is aborted while it waits', async () => {
    const semaphore = new Semaphore(1, 1);
    const [first, second, third] = [work(), work(), work()];
    const abort = new AbortController();
    const running = semaphore.run(first.run, never);
    const waiting = semaphore.run(second.run, abort.signal);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = semaphore.run(third.run, never);
    first.end();
    third.end();
    await Promise.all([running, next]);
    expect(second.begun).toBe(false);
  });

  it('frees the permit of a task that failed', async () => {
    const semaphore = new Semaphore(1, 1);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')), never);
    const next = semaphore.run(() => Promise.resolve('done'), never);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
