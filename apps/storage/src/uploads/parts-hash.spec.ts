import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PartsHash } from './parts-hash.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hashOf = (parts: string[]) => new PartsHash(parts.map((part) => ({ size: part.length, sha256: sha256(part) })));

describe('the hash of a file made of parts', () => {
  it.each([[['abcdefghij']], [['a', 'bcdefghi', 'j']], [['abc', 'def', 'ghij']], [[...'abcdefghij']]])(
    'is that of the whole, wherever its parts end (%j)',
    (chunks) => {
      const hash = hashOf(['abc', 'd', 'efghij']);
      for (const chunk of chunks) hash.update(Buffer.from(chunk));
      expect(hash.digest()).toBe(sha256('abcdefghij'));
    },
  );

  it('fails when a part has changed', () => {
    expect(() => hashOf(['abc', 'def']).update(Buffer.from('abcdeX'))).toThrow('part 2 does not match its hash');
  });

  it('fails with missing or extra bytes', () => {
    const short = hashOf(['abc', 'def']);
    short.update(Buffer.from('abcde'));
    expect(() => short.digest()).toThrow('ends within part 2');
    expect(() => hashOf(['abc']).update(Buffer.from('abcd'))).toThrow('more bytes');
  });
});
