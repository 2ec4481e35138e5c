import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_TURN_BYTES } from './read-budget.js';
import { ReadBudget } from './read-budget.js';

describe(ReadBudget.name, () => {
  it('has room again in the next turn of the event loop, for those who waited first', async () => {
    const turn = new ReadBudget();
    expect(turn.take(MAX_TURN_BYTES - 1)).toBe(true);
    expect(turn.take(1)).toBe(false);
    const gone: string[] = [];
    const readAll = (name: string) => {
      gone.push(name);
      if (!turn.take(MAX_TURN_BYTES)) turn.next(() => gone.push(`${name} again`));
    };
    turn.next(() => readAll('first'));
    turn.next(() => gone.push('second'));
    expect(gone).toEqual([]);
    await nextTurn();
    expect(gone).toEqual(['first', 'second']);
    await nextTurn();
    expect(gone).toEqual(['first', 'second', 'first again']);
  });

  it('counts what is read in many turns by none of them', async () => {
    const turn = new ReadBudget();
    for (let count = 0; count < 10; count += 1) {
      expect(turn.take(MAX_TURN_BYTES * 0.6)).toBe(true);
      await nextTurn();
    }
  });
});
