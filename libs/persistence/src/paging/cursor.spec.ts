import { describe, expect, it } from '@jest/globals';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('cursors', () => {
  const place = { created_at: '2026-02-03T04:05:06.789Z', id: '0198c0de-0000-7000-8000-000000000001' };

  it('decode to the position that they encode', () => {
    expect(decodeCursor(encodeCursor(place))).toEqual(place);
  });

  it('need no escaping in a URL', () => {
    expect(encodeCursor(place)).toMatch(/^[\w-]+$/);
  });

  const created = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');

  it.each([
    ['nothing', ''],
    ['other text', 'page 2'],
    ['bytes that are no text', '____'],
    ['JSON that is no object', created([1])],
    ['a version that is not known', created({ v: 2, at: place.created_at, id: place.id })],
    ['a time that is none', created({ v: 1, at: '2026-13-40T00:00:00Z', id: place.id })],
    ['an id that is none', created({ v: 1, at: place.created_at, id: "' or 1=1" })],
    ['a part of one', encodeCursor(place).slice(0, 20)],
  ])('are rejected when they are %s', (_, cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(
      expect.objectContaining({ code: 'cursor_invalid', type: 'invalid_request_error', param: 'cursor' }),
    );
  });
});
