import { describe, expect, it } from '@jest/globals';
import { base62 } from './key-generator.js';

describe(base62.name, () => {
  it('has 43 digits for every 32 bytes, and others for other bytes', () => {
    const all = [Buffer.alloc(32), Buffer.alloc(32, 255), Buffer.from('01'.padStart(64, '0'), 'hex')].map(base62);
    for (const text of all) expect(text).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(new Set(all).size).toBe(3);
  });

  it('counts', () => {
    expect(base62(Buffer.from((62 * 62 + 61).toString(16).padStart(64, '0'), 'hex')).slice(-3)).toBe('10z');
  });
});
