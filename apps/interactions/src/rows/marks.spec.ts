import { expect, it } from '@jest/globals';
import { labelMark, marksOf, tagMark } from './marks.js';

it('a label and a tag never have the same mark, for any text', () => {
  const marks = [
    labelMark('a', 'b'),
    labelMark('ab', ''),
    labelMark('', 'ab'),
    tagMark('ab'),
    tagMark('a'),
    tagMark(''),
  ];
  expect(new Set(marks).size).toBe(marks.length);
});

it('an interaction has each of its marks once', () => {
  expect(marksOf({ labels: { a: 'b' }, tags: ['x', 'y', 'x'] })).toEqual([
    labelMark('a', 'b'),
    tagMark('x'),
    tagMark('y'),
  ]);
});

it('a mark never changes, because rows are found by it', () => {
  expect(labelMark('channel', 'web')).toBe('cc19db2f801d242773e39115c1ae90f2');
});
