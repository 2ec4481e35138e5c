import { describe, expect, it } from '@jest/globals';
import { toDeltas } from './function-calls.js';

describe('calls of functions in an event', () => {
  it('have one entry for each call, whatever it came in', () => {
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

  it('go on without what their first piece said', () => {
    expect(
      toDeltas([
        { index: 2, arguments: 'a' },
        { index: 2, arguments: 'b' },
      ]),
    ).toEqual([{ index: 2, function: { arguments: 'ab' } }]);
  });
});
