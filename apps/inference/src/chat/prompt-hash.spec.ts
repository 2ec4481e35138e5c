import { expect, it } from '@jest/globals';
import { promptHash } from './prompt-hash.js';

it('is the same for the same roles and contents, and for nothing else', () => {
  const hash = promptHash([{ role: 'user', content: 'Hello?' }]);
  expect(promptHash([{ content: 'Hello?', role: 'user' }])).toBe(hash);
  expect(promptHash([{ role: 'system', content: 'Hello?' }])).not.toBe(hash);
  expect(
    promptHash([
      { role: 'user', content: 'Hello' },
      { role: 'user', content: '?' },
    ]),
  ).not.toBe(hash);
});

it('stays what it is: recorded interactions are compared by it', () => {
  // sha256 of [["user","Hello?"]]
  expect(promptHash([{ role: 'user', content: 'Hello?' }])).toBe(
    'e23f2253007d184af3b5b20686647a060f3049a6c19e96e6e8835adfa5e694a8',
  );
});
