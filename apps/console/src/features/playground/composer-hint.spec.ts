import { expect, it } from '@jest/globals';
import { composerHint, keysHint } from './composer-hint.js';
import { newAnswer } from './answer.js';

const turn = (count: number) => ({
  id: 't',
  messages: [],
  answers: Array.from({ length: count }, () => newAnswer('m')),
  judgement: null,
  isRecorded: true,
});

it('the composer says the same about one answer to judge as about several', () => {
  expect(composerHint([turn(1)], 1, 1)).toBe(composerHint([turn(2)], 2, 2));
  expect(composerHint([turn(1)], 0, 1)).toBe('Continue');
  expect(composerHint([turn(2)], 0, 2)).toBe('Continue from answer A');
});

it('the composer names the keys that judge, and how a text begins with a digit', () => {
  expect(keysHint(0)).not.toContain('judge');
  expect(keysHint(1)).toContain('1 and 0 judge');
  expect(keysHint(2)).toContain('← → ↑ ↓ judge');
  expect(keysHint(2)).not.toContain('digit');
  for (const judged of [1, 3, 4]) expect(keysHint(judged)).toContain('To write a digit first, begin with a space.');
  for (const judged of [0, 1, 2, 3]) expect(keysHint(judged)).toContain('? shows all keys');
});
