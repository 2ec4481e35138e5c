import { describe, expect, it } from '@jest/globals';
import { toDeltas } from './function-calls.js';

describe('calls of functions in an event', () => {
  it('have one entry for each call, for any chunk boundaries', () => {
    const pieces = [
      { index: 0, id: 'call_1', name: 'weather', arguments: '' },
      { index: 0, arguments: '{"city":' },
      { index: 1, id: 'call_2', name: 'time', arguments: '{}' },
      { index: 0, arguments: '"Rome"}' },
    ];
    expect(toDeltas(pieces)).toEqual([
      { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
      { index: 1, id: 'call_2', type: 'function', function: { name: 'time', arguments: '{}' } },
    ]);
  });

  it('omit in later chunks what the first one contained', () => {
    expect(
      toDeltas([
        { index: 2, arguments: 'a' },
        { index: 2, arguments: 'b' },
      ]),
    ).toEqual([{ index: 2, function: { arguments: 'ab' } }]);
  });
});
