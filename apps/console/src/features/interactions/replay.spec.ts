import { describe, expect, it } from '@jest/globals';
import { parseReplaySearch, stepTurn } from './replay.js';

describe('replay', () => {
  it.each([
    [{ turn: 2 }, { turn: 2 }],
    [{ turn: '3' }, { turn: 3 }],
    [{ turn: 0 }, {}],
    [{ turn: 'x' }, {}],
    [{}, {}],
  ])('reads the turn of %j', (raw, search) => {
    expect(parseReplaySearch(raw)).toEqual(search);
  });

  it('steps from the first turn to all turns', () => {
    expect([stepTurn(undefined, 1, 3), stepTurn(1, 1, 3), stepTurn(3, 1, 3)]).toEqual([1, 2, undefined]);
  });

  it('steps back to the first turn', () => {
    expect([stepTurn(undefined, -1, 3), stepTurn(2, -1, 3), stepTurn(1, -1, 3)]).toEqual([2, 1, 1]);
    expect(stepTurn(9, -1, 3)).toBe(2);
  });
});
