import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { turns } from '../turns.js';
import { SendLoop } from './send-loop.js';

/** A sender of numbers whose sends come back when told to. */
function sender(maxInFlight = 1) {
  let waiting: number[] = [];
  const sends: number[][] = [];
  const returns: (() => void)[] = [];
  const loop = new SendLoop(() => {
    if (waiting.length === 0) return undefined;
    sends.push(waiting);
    waiting = [];
    return new Promise((resolve) => returns.push(resolve));
  }, maxInFlight);
  return {
    loop,
    sends,
    add: (item: number, how: 'wake' | 'wakeSoon' | 'wakeAtOnce' = 'wake') => {
      waiting.push(item);
      loop[how]();
    },
    comeBack: () => returns.shift()?.(),
  };
}

// Turns of the event loop are real; the clock is ours.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

describe(SendLoop.name, () => {
  it('sends together what comes within the same turns', async () => {
    const { add, sends } = sender();
    add(1);
    setImmediate(() => add(2));
    await turns(10);
    expect(sends).toEqual([[1, 2]]);
  });

  it('sends together what gathers while as many sends are under way as may be', async () => {
    const { add, sends, comeBack } = sender();
    add(1);
    await turns(10);
    add(2);
    await turns(10);
    add(3);
    await turns(10);
    expect(sends).toEqual([[1]]);
    comeBack();
    await turns(10);
    expect(sends).toEqual([[1], [2, 3]]);
  });

  it('sends what may wait a little later by itself, and at once with what may not', async () => {
    const { add, sends, comeBack } = sender();
    add(1, 'wakeSoon');
    await turns(10);
    expect(sends).toEqual([]);
    jest.runAllTimers();
    await turns(10);
    comeBack();
    await turns(10);
    add(2, 'wakeSoon');
    add(3);
    await turns(10);
    expect(sends).toEqual([[1], [2, 3]]);
  });

  it('sends what waits for no company after one turn, with what was there', async () => {
    const { add, sends } = sender();
    add(1);
    add(2, 'wakeAtOnce');
    await turns(2);
    expect(sends).toEqual([[1, 2]]);
    await turns(10);
    expect(sends).toEqual([[1, 2]]);
  });

  it('lets what waits for no company gather all the same while a send is under way', async () => {
    const { add, sends } = sender(2);
    add(1);
    await turns(10);
    add(2, 'wakeAtOnce');
    await turns(2);
    add(3);
    await turns(10);
    expect(sends).toEqual([[1], [2, 3]]);
  });

  it('forgets nothing that came while it could not send', async () => {
    const { add, sends, comeBack } = sender();
    add(1);
    await turns(10);
    add(2, 'wakeSoon');
    comeBack();
    await turns(10);
    jest.runAllTimers();
    await turns(10);
    expect(sends).toEqual([[1], [2]]);
  });

  it('is idle once everything has come back, and not before', async () => {
    const { add, loop, comeBack, sends } = sender();
    add(1, 'wakeSoon');
    let idle = false;
    void loop.idle().then(() => (idle = true));
    await turns(10);
    expect([sends, idle]).toEqual([[[1]], false]);
    comeBack();
    await turns(10);
    expect(idle).toBe(true);
  });
});
