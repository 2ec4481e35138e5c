import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { SendLoop } from './send-loop.js';

/** A sender of numbers whose sends complete when told to. */
function sender() {
  let waiting: number[] = [];
  const sends: number[][] = [];
  const completions: (() => void)[] = [];
  const loop = new SendLoop(() => {
    if (waiting.length === 0) return undefined;
    sends.push(waiting);
    waiting = [];
    return new Promise((resolve) => completions.push(resolve));
  });
  const add = (item: number): void => {
    waiting.push(item);
    loop.wake();
  };
  const complete = async (): Promise<void> => {
    completions.shift()?.();
    await turn();
    await turn();
  };
  return { loop, sends, add, complete };
}

describe(SendLoop.name, () => {
  it('batches sends of one turn of the event loop', async () => {
    const { add, sends } = sender();
    add(1);
    add(2);
    await turn();
    expect(sends).toEqual([[1, 2]]);
  });

  it('batches sends that arrive while one is in flight, after it', async () => {
    const { add, sends, complete } = sender();
    add(1);
    await turn();
    add(2);
    await turn();
    add(3);
    await turn();
    expect(sends).toEqual([[1]]);
    await complete();
    expect(sends).toEqual([[1], [2, 3]]);
  });

  it('is idle only after everything has been sent', async () => {
    const { add, loop, complete, sends } = sender();
    add(1);
    let idle = false;
    void loop.idle().then(() => (idle = true));
    await turn();
    add(2);
    await complete();
    expect([sends, idle]).toEqual([[[1], [2]], false]);
    await complete();
    expect(idle).toBe(true);
  });
});
