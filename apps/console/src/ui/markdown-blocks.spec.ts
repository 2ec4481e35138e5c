import { describe, expect, it } from '@jest/globals';
import { blocksOf } from './markdown-blocks.js';

describe('blocksOf', () => {
  it('splits at blank lines and loses no text', () => {
    const text = 'One\nline\n\nTwo\n\n\nThree';
    expect(blocksOf(text)).toEqual(['One\nline\n', 'Two\n\n', 'Three']);
    expect(blocksOf(text).join('\n')).toBe(text);
  });

  it('keeps fenced code and indented lines together', () => {
    expect(blocksOf('```js\na\n\nb\n```\n\nafter')).toEqual(['```js\na\n\nb\n```\n', 'after']);
    expect(blocksOf('- item\n\n  more of it')).toHaveLength(1);
    expect(blocksOf('~~~~\na\n\n~~~\n\nb')).toHaveLength(1);
  });

  it('changes only the last block when text is added', () => {
    const before = blocksOf('One\n\nTwo');
    const after = blocksOf('One\n\nTwo and more');
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(blocksOf('')).toEqual([]);
  });
});
