import { describe, expect, it } from '@jest/globals';
import { RowBuffer } from './row-buffer.js';

const at = (rows: number) => ({ bytes: 10 * rows, lines: rows, rows });
/** Ten bytes. */
const ten = '1234567Ä\n';

describe(RowBuffer.name, () => {
  it('holds as many rows as fit, and the end of the last of them', () => {
    const buffer = new RowBuffer(25, at(0));
    for (const rows of [1, 2]) {
      expect(buffer.hasRoomFor(ten)).toBe(true);
      buffer.add(ten, at(rows));
    }
    expect(buffer.hasRoomFor(ten)).toBe(false);
    expect([buffer.rows.toString(), buffer.state]).toEqual([ten.repeat(2), at(2)]);
    buffer.clear();
    expect([buffer.rows.length, buffer.hasRoomFor(ten)]).toEqual([0, true]);
  });

  it('holds a row larger than itself alone', () => {
    const buffer = new RowBuffer(15, at(0));
    const large = 'x'.repeat(100);
    expect(buffer.hasRoomFor(large)).toBe(true);
    buffer.add(large, at(1));
    expect([buffer.rows.toString(), buffer.hasRoomFor(ten)]).toEqual([large, false]);
    buffer.clear();
    buffer.add(ten, at(2));
    expect([buffer.rows.toString(), buffer.hasRoomFor(large)]).toEqual([ten, false]);
  });
});
