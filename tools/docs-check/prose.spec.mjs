import { describe, expect, it } from '@jest/globals';
import { cellsOf, figuresOf, sentencesOf, wordsIn } from './prose.mjs';

describe('sentencesOf', () => {
  it('reads paragraphs and list items, but no headings, tables, code or comments', () => {
    const markdown = [
      '# A heading. Of two.',
      'One sentence over',
      'two lines. Another one.',
      '',
      '- An item',
      '- Another [link text](https://example.com/a.b). `x. Y` ends it.',
      '',
      '| a cell. | B cell |',
      '```sh',
      'npm start. Now',
      '```',
      '<!-- note. Note -->',
    ].join('\n');
    expect(sentencesOf(markdown)).toEqual([
      'One sentence over two lines.',
      'Another one.',
      'An item',
      'Another link text.',
      'Code ends it.',
    ]);
  });

  it('does not split at abbreviations and decimal points', () => {
    expect(sentencesOf('Use a table, e.g. Kafka 4.1, for 1.5 s.')).toHaveLength(1);
  });

  it('skips generated text', () => {
    expect(sentencesOf('Before.\n\n<!-- settings: by a tool -->\nA sentence.\n<!-- /settings -->\n\nAfter.')).toEqual([
      'Before.',
      'After.',
    ]);
  });
});

describe('wordsIn', () => {
  it('counts words, not punctuation', () => {
    expect(wordsIn('one — two-part / 3 × 4')).toBe(4);
  });
});

describe('cellsOf', () => {
  it('reads the text of cells, also with an escaped bar, but no generated table', () => {
    const table = '| a | [b](c) |\n| - | - |\n| d \\| e | f |';
    expect(cellsOf(`${table}\n<!-- x -->\n| g |\n<!-- /x -->`)).toEqual(['a', 'b', 'd \\| e', 'f']);
  });
});

describe('figuresOf', () => {
  it('has the mean and the share of sentences above 30 words', () => {
    const long = Array.from({ length: 31 }, () => 'word').join(' ');
    expect(figuresOf([long, 'one', 'one', 'one'])).toEqual({ sentences: 4, meanWords: 8.5, percentAbove30: 25 });
  });

  it('has no mean without sentences', () => {
    expect(figuresOf([])).toEqual({ sentences: 0, meanWords: 0, percentAbove30: 0 });
  });
});
