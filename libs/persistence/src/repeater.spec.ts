import { afterEach, describe, expect, it } from '@jest/globals';
import { Repeater } from './repeater.js';

const never = 1_000_000;
const failing: unknown[] = [];
const repeaters: Repeater[] = [];

function repeater(task: (signal: AbortSignal) => Promise<void>, intervalMs = never): Repeater {
  const created = new Repeater(task, { intervalMs, onError: (error) => failing.push(error) });
  repeaters.push(created);
  return created;
}

afterEach(async () => {
  await Promise.all(repeaters.splice(0).map((one) => one.stop()));
  failing.length = 0;
});

describe(Repeater.name, () => {
  it('continues after a failure and logs it', async () => {
    const done = new Promise<void>((resolve) => {
      let runs = 0;
      const task = async () => {
        if (++runs === 3) resolve();
        else throw new Error('not yet');
      };
      repeater(task, 1).start();
    });
    await done;
    expect(failing).toHaveLength(2);
  });

  it('retries a failure after a shorter interval where one is set', async () => {
    let times = 0;
    const done = new Promise<void>((resolve) => {
      const task = async () => {
        times += 1;
        if (times === 1) throw new Error('away');
        resolve();
      };
      const created = new Repeater(task, {
        intervalMs: never,
        retryAfterMs: 1,
        onError: (error) => failing.push(error),
      });
      repeaters.push(created);
      created.wake();
    });
    await done;
    expect(times).toBe(2);
  });

  it('runs at once when it is woken', async () => {
    await new Promise<void>((resolve) => {
      const woken = repeater(async () => resolve());
      woken.start();
      woken.wake();
    });
  });

  it('runs once more when it is woken during a run, never concurrently', async () => {
    const gates: (() => void)[] = [];
    let atOnce = 0;
    let most = 0;
    const woken = repeater(async () => {
      most = Math.max(most, ++atOnce);
      await new Promise<void>((resolve) => gates.push(resolve));
      atOnce -= 1;
    });
    woken.wake();
    woken.wake();
    woken.wake();
    expect(gates).toHaveLength(1);
    gates[0]?.();
    while (gates.length < 2) await new Promise(setImmediate);
    gates[1]?.();
    await woken.stop();
    expect([most, gates.length]).toEqual([1, 2]);
  });

  it('runs no more after stop, which waits for the current run', async () => {
    let runs = 0;
    let aborted = false;
    const stopped = repeater(async (signal) => {
      runs += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      aborted = true;
    });
    stopped.wake();
    await stopped.stop();
    stopped.wake();
    expect([runs, aborted]).toEqual([1, true]);
  });
});
