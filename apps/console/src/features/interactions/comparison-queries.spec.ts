import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';

// The client reads the origin of its page.
Object.assign(globalThis, { window: { location: { origin: 'http://127.0.0.1' } } });
const { resultOf } = await import('./comparison-queries.js');

const compared = (tied: 'good' | 'bad' | null) =>
  ({ tied, preferred: { completion_id: 'a' }, other: { completion_id: 'b' } }) as Schemas['Comparison'];

describe('resultOf', () => {
  it.each([
    [null, 'a', 'won'],
    [null, 'b', 'lost'],
    ['good', 'a', 'tied, both good'],
    ['bad', 'b', 'tied, both bad'],
  ] as const)('of a comparison tied %s, for %s: %s', (tied, completion, result) => {
    expect(resultOf(compared(tied), completion)).toBe(result);
  });
});
