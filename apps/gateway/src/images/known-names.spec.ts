import { describe, expect, it } from '@jest/globals';
import { KnownNames } from './known-names.js';

describe(KnownNames.name, () => {
  it('forgets the name that was not met for longest, once there are too many', () => {
    const known = new KnownNames(2);
    known.add('a');
    known.add('b');
    known.has('a');
    known.add('c');
    expect(['a', 'b', 'c'].map((name) => known.has(name))).toEqual([true, false, true]);
  });
});
