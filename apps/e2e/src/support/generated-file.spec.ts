import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { GeneratedFile } from './generated-file.js';

describe(GeneratedFile.name, () => {
  const file = new GeneratedFile(1_000);
  const whole = Buffer.from(file.slice(0, 1_000));

  it.each([
    [0, 0],
    [0, 1],
    [15, 17],
    [16, 48],
    [333, 999],
    [999, 1_000],
  ])('has the same bytes from %d to %d, however they are read', (start, end) => {
    expect(Buffer.from(file.slice(start, end)).equals(whole.subarray(start, end))).toBe(true);
  });

  it('has the hash of all its bytes', () => {
    expect(file.sha256(77)).toBe(createHash('sha256').update(whole).digest('hex'));
  });
});
