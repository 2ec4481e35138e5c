import { expect, it } from '@jest/globals';
import type { RecordedMessage } from './recorded.js';
import { promptHash } from './prompt-hash.js';

it('is equal only for equal roles and contents', () => {
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

it('does not change between versions, because stored interactions are compared by it', () => {
  // sha256 of [["user","Hello?"]]
  expect(promptHash([{ role: 'user', content: 'Hello?' }])).toBe(
    'e23f2253007d184af3b5b20686647a060f3049a6c19e96e6e8835adfa5e694a8',
  );
});

it('is that of the whole text for text parts alone, which have fields for the provider', () => {
  const content = [
    { type: 'text' as const, text: 'Hel', provider_fields: { cache_control: {} } },
    { type: 'text' as const, text: 'lo?' },
  ];
  expect(promptHash([{ role: 'user', content }])).toBe(promptHash([{ role: 'user', content: 'Hello?' }]));
});

it('distinguishes images by address, and from text of the same form', () => {
  const hashOf = (...content: Extract<RecordedMessage['content'], unknown[]>) =>
    promptHash([{ role: 'user', content }]);
  const image = { type: 'image' as const, url: 'https://example.org/a.png' };
  expect(hashOf({ ...image, detail: 'low' })).toBe(hashOf(image));
  expect(hashOf({ ...image, url: 'https://example.org/b.png' })).not.toBe(hashOf(image));
  expect(hashOf({ type: 'text', text: image.url })).not.toBe(hashOf(image));
  expect(promptHash([{ role: 'user', content: JSON.stringify([['image', image.url]]) }])).not.toBe(hashOf(image));
});
