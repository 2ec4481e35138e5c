import { describe, expect, it } from '@jest/globals';
import { interactionQuerySchema } from './interaction-filter.js';

describe('a search', () => {
  const isValid = (text: string) => interactionQuerySchema.safeParse({ text }).success;

  it.each(['word', 'one -other', '-one other', 'a-b', '-one or other', '-"two words" three', 'or-else'])(
    'takes %s',
    (text) => {
      expect(isValid(text)).toBe(true);
    },
  );

  it.each(['-word', '--word', '-one -other', '-"two words"', '-one or -other', '-"open phrase', 'or', '- -'])(
    'rejects %s, which names no word that must occur',
    (text) => {
      expect(isValid(text)).toBe(false);
    },
  );
});
