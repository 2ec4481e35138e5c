import { describe, expect, it } from '@jest/globals';
import { byteRangeOf } from './send-file.js';

const all = { first: 0, last: 9 };

describe(byteRangeOf.name, () => {
  it.each([
    ['bytes=0-9', all],
    ['bytes=0-', all],
    ['Bytes= 0-99 ', all],
    ['bytes=2-4', { first: 2, last: 4 }],
    ['bytes=9-', { first: 9, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', all],
  ])('parses %j', (header, range) => {
    expect(byteRangeOf(header, 10)).toEqual(range);
  });

  it.each([undefined, '', 'bytes', 'bytes=', 'bytes=-', 'bytes=4-2', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,4-5', '0-1'])(
    'returns the whole object for %j',
    (header) => {
      expect(byteRangeOf(header, 10)).toBe('whole');
    },
  );

  it.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'returns no range for %j',
    (header) => {
      expect(byteRangeOf(header, 10)).toBe('unsatisfiable');
    },
  );
});
