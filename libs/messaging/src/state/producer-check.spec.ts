import { describe, expect, it } from '@jest/globals';
import { ProducerCheck, type Origin } from './producer-check.js';

const dayMs = 24 * 60 * 60_000;

/** What each record is taken for: by whom it says it was written, and when. */
function origins(expected: string | undefined, ...records: (readonly [string | undefined, number])[]): Origin[] {
  const check = new ProducerCheck(expected);
  return records.map(([producer, timestamp]) =>
    check.originOf({ headers: producer === undefined ? {} : { producer }, timestamp }),
  );
}

describe('the producer of state', () => {
  it('is the owning service of the topic', () => {
    expect(origins('projects', ['projects', 0], ['inference', 1], [undefined, 2])).toEqual([
      'owner',
      'foreign',
      'foreign',
    ]);
    expect(origins('projects', ['inference', 0])).toEqual(['foreign']);
  });

  it('may be missing before the first named record and for a day of older versions', () => {
    const records = [
      [undefined, 0],
      ['projects', 10],
      [undefined, 11],
      [undefined, 10 + dayMs],
    ] as const;
    expect(origins('projects', ...records)).toEqual(['unnamed', 'owner', 'unnamed', 'foreign']);
  });

  it('may be any service when the topic names none', () => {
    expect(origins(undefined, [undefined, 0], ['inference', 1])).toEqual(['owner', 'owner']);
  });
});
