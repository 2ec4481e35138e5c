import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { filesWith, isReadable } from '../support/at-rest.js';
import { WordyChats } from '../support/wordy-chats.js';
import { until } from '../support/until.js';

jest.setTimeout(90_000);

/**
 * Where a request lies while it is on its way, and what the bucket has deleted, for minutes: see
 * `docs/guides/privacy.md`.
 */
const onTheWay = [
  /^kafka\/data\/(inference\.work|inbox\.)/,
  /^minio\/earshot\/images\//,
  /^minio\/\.minio\.sys\/tmp\//,
];

// With Docker the servers' files are in volumes, out of reach.
(isReadable() ? describe : describe.skip)('a chat with store: false', () => {
  const chats = new WordyChats();

  beforeAll(() => chats.start());
  afterAll(() => chats.stop());

  it('leaves its words only in transit topics, while those of a stored chat are found', async () => {
    const unstored = await chats.send(false);
    const stored = await chats.send(true);
    const notFound = () => {
      const files = filesWith(stored);
      const places = ['kafka/data/interactions.recorded-', 'postgres/', 'minio/earshot/conversations/'];
      return places.filter((place) => !files.some((file) => file.startsWith(place)));
    };
    await until(() => notFound().length === 0, 30_000, 500);
    const left = () => filesWith(unstored).filter((file) => !onTheWay.some((place) => place.test(file)));
    await until(() => left().length === 0, 30_000, 500);
    expect(left()).toEqual([]);
  });
});
