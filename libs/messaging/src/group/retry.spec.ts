import { describe, expect, it } from '@jest/globals';
import { overloaded } from '@earshot/errors';
import { recordingLogger } from '../../test/lanes-app.js';
import { handleGroup, type GroupTask } from './retry.js';

const policy = { attempts: 3, backOff: { firstMs: 1, maxMs: 2 } };

function task(handle: (items: readonly string[]) => Promise<readonly string[]>, items: string[]) {
  const aborting = new AbortController();
  const created: GroupTask<string, string> = {
    items,
    handle,
    policy,
    signal: aborting.signal,
    logger: recordingLogger(),
    name: 'test',
  };
  return { created, aborting };
}

describe('group retry', () => {
  it('retries a whole group after a fault', async () => {
    const seen: (readonly string[])[] = [];
    const { created } = task(
      async (items) => {
        seen.push(items);
        if (seen.length < 3) throw new Error('database away');
        return items;
      },
      ['a', 'b'],
    );
    expect(await handleGroup(created)).toEqual([{ result: 'a' }, { result: 'b' }]);
    expect(seen).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('fails only the faulty message', async () => {
    const poison = new Error('poison');
    const { created } = task(
      async (items) => {
        if (items.includes('bad')) throw poison;
        return items;
      },
      ['a', 'bad', 'b'],
    );
    expect(await handleGroup(created)).toEqual([{ result: 'a' }, { fault: poison }, { result: 'b' }]);
  });

  it('fails no message while a dependency is unavailable', async () => {
    let tries = 0;
    const { created } = task(
      async (items) => {
        tries += 1;
        if (tries < 20) throw overloaded('database_away', 'Away.', 1);
        return items;
      },
      ['a'],
    );
    expect(await handleGroup(created)).toEqual([{ result: 'a' }]);
  });

  it('treats a wrong number of results as a fault', async () => {
    const { created } = task(async () => [], ['a']);
    const outcome = (await handleGroup(created))?.[0];
    expect(outcome !== undefined && 'fault' in outcome && String(outcome.fault)).toContain('0 results for 1 messages');
  });

  it('stops without a result when the partition is revoked', async () => {
    const { created, aborting } = task(async () => {
      aborting.abort();
      throw new Error('database away');
    }, ['a']);
    expect(await handleGroup(created)).toBeUndefined();
  });
});
