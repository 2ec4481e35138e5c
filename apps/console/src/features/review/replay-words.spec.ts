import { expect, it } from '@jest/globals';
import { replayWords } from './replay-words.js';

it.each([
  [{ pending: 0, answered: 0, failed: 0 }, 'No stored prompt was found to answer again yet.'],
  [{ pending: 3, answered: 2, failed: 0 }, '2 of 5 prompts answered again.'],
  [{ pending: 0, answered: 1_200, failed: 4 }, '1,200 of 1,204 prompts answered again, 4 failed.'],
])('says how far replays %j are', (counts, words) => {
  expect(replayWords({ ...counts, last_error: null })).toBe(words);
});
