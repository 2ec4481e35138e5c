import { beforeEach, describe, expect, it } from '@jest/globals';
import { defineState, stateTopic } from '@earshot/contracts-core';
import { z } from 'zod';
import { StateIndex } from './state-index.js';
import { StateReplica } from './state-replica.js';

const contract = defineState({
  topic: stateTopic('things.state'),
  type: 'thing.v1',
  schema: z.object({ id: z.string(), key: z.string() }),
  key: ({ id }) => id,
});

describe(StateIndex.name, () => {
  let offset = 0;
  let replica: StateReplica<{ id: string; key: string }>;
  let index: StateIndex<{ id: string; key: string }>;

  beforeEach(() => {
    const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    replica = new StateReplica(contract, { end: () => Promise.resolve(0) } as never, quiet);
    put('1', 'a');
    index = new StateIndex(replica, ({ key }) => key);
  });

  function put(id: string, key: string | null) {
    const value = key === null ? null : Buffer.from(JSON.stringify({ id, key }));
    replica.apply([{ key: id, value, headers: {}, offset: offset++ } as never]);
  }

  it('finds earlier and later entries', () => {
    put('2', 'b');
    expect([index.find('a')?.id, index.find('b')?.id, index.find('c')]).toEqual(['1', '2', undefined]);
  });

  it('removes deleted entries, also under their old name', () => {
    put('1', 'b');
    expect([index.find('a'), index.find('b')?.id]).toEqual([undefined, '1']);
    put('1', null);
    expect(index.find('b')).toBeUndefined();
  });

  it('keeps a name that another entry has taken over', () => {
    put('2', 'a');
    put('1', 'b');
    expect([index.find('a')?.id, index.find('b')?.id]).toEqual(['2', '1']);
  });
});
