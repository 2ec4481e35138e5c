import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

/** Work that goes on until it is told to end. */
function work() {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const it = { begun: false, end, run: () => ((it.begun = true), ended) };
  return it;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const { signal: never } = new AbortController();

describe(Turns.name, () => {
  it('lets so much work at a time as may, the rest in the order in which it came', async () => {
    const turns = new Turns(1, 2);
    const [first, second, third] = [work(), work(), work()];
    const all = [first, second, third].map(({ run }) => turns.run(run, never));
    await settled();
    expect([first, second, third].map(({ begun }) => begun)).toEqual([true, false, false]);
    first.end();
    await settled();
    expect([second.begun, third.begun]).toEqual([true, false]);
    second.end();
    third.end();
    await Promise.all(all);
  });

  it('refuses what can not wait either, and takes it again when it can', async () => {
    const turns = new Turns(1, 0);
    const first = work();
    const running = turns.run(first.run, never);
    await expect(turns.run(work().run, never)).rejects.toMatchObject({ code: 'queue_full' });
    first.end();
    await running;
    await turns.run(() => Promise.resolve(), never);
  });

  it('gives the place of what is aborted while it waits to the next', async () => {
    const turns = new Turns(1, 1);
    const [first, second, third] = [work(), work(), work()];
    const abort = new AbortController();
    const running = turns.run(first.run, never);
    const waiting = turns.run(second.run, abort.signal);
    abort.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    const next = turns.run(third.run, never);
    first.end();
    third.end();
    await Promise.all([running, next]);
    expect(second.begun).toBe(false);
  });

  it('passes the turn on after work that failed', async () => {
    const turns = new Turns(1, 1);
    const failing = turns.run(() => Promise.reject(new Error('broken')), never);
    const next = turns.run(() => Promise.resolve('done'), never);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
