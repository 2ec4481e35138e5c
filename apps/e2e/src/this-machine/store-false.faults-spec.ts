import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { filesWith, isReadable } from '../support/at-rest.js';
import { WordyChats } from '../support/wordy-chats.js';

/** See `docs/guides/privacy.md`. */
const atMostMs = 10 * 60_000;

jest.setTimeout(atMostMs + 60_000);

// With Docker the servers' files are in volumes, out of reach.
(isReadable() ? describe : describe.skip)('a chat with store: false', () => {
  const chats = new WordyChats();

  beforeAll(() => chats.start());
  afterAll(() => chats.stop());

  it('leaves none of its words anywhere after 10 minutes', async () => {
    const word = await chats.send(false);
    const answeredAt = Date.now();
    const topics = ['inference.work-', 'inbox.'].map((topic) => `kafka/data/${topic}`);
    const first = filesWith(word);
    // Else the search, or the way of the words, is not what this test takes it for.
    expect(topics.filter((topic) => !first.some((file) => file.startsWith(topic)))).toEqual([]);
    let left = first;
    while (left.length > 0 && Date.now() - answeredAt < atMostMs) {
      await sleep(5_000);
      const now = filesWith(word);
      const gone = left.filter((file) => !now.includes(file));
      const seconds = Math.round((Date.now() - answeredAt) / 1_000);
      for (const file of gone) process.stdout.write(`gone after ${seconds} s: ${file}\n`);
      left = now;
    }
    expect(left).toEqual([]);
  });
});
