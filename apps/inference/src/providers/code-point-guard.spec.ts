import { describe, expect, it } from '@jest/globals';
import { CodePointGuard } from './code-point-guard.js';

describe('CodePointGuard', () => {
  it('joins a surrogate pair that came in two pieces, and marks halves that stay alone', () => {
    const guard = new CodePointGuard();
    expect([guard.push('a\ud83c'), guard.push('\udfa7'), guard.push('\udfa7b'), guard.push('\ud83cc')]).toEqual([
      'a',
      '🎧',
      '\ufffdb',
      '\ufffdc',
    ]);
    expect([guard.push('\ud83c'), guard.end(), guard.end()]).toEqual(['', '\ufffd', '']);
  });
});
