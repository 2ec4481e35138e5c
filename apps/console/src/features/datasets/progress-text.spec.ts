import { expect, it } from '@jest/globals';
import { progressText } from './progress-text.js';
import type { Dataset } from './queries.js';

const from = { kind: 'interactions', format: 'sft' } as Dataset['from'];

it.each([
  ['25%', { percent: 25, rows: 7, rows_expected: null, from: null }],
  ['0 rows', { percent: 0, rows: 0, rows_expected: null, from }],
  ['1 row', { percent: 0, rows: 1, rows_expected: null, from }],
  ['1,500 of 20,000 rows', { percent: 7, rows: 1_500, rows_expected: 20_000, from }],
])('says %s', (text, progress) => {
  expect(progressText(progress)).toBe(text);
});
