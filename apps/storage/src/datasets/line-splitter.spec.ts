import { describe, expect, it } from '@jest/globals';
import { LineSplitter, type Line } from './line-splitter.js';

const start = { offset: 0, lines: 0 };

function linesOf(pieces: (string | Buffer)[], { max = 100, from = start } = {}): Line[] {
  const splitter = new LineSplitter(max, from);
  const lines = pieces.flatMap((piece) => [...splitter.push(Buffer.from(piece as string))]);
  return [...lines, ...splitter.end()];
}

const texts = (lines: Line[]) => lines.map(({ bytes }) => bytes?.toString() ?? null);

describe(LineSplitter.name, () => {
  it.each([1, 2, 3, 5, 100])('finds the same lines in pieces of %d bytes', (size) => {
    const file = Buffer.from('\uFEFFfirst\r\n\nÄrger\n\r\nlast');
    const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, at) =>
      file.subarray(at * size, (at + 1) * size),
    );
    const lines = linesOf(pieces);
    expect(texts(lines)).toEqual(['first', '', 'Ärger', '', 'last']);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(lines.map(({ end }) => end)).toEqual([10, 11, 18, 20, 24]);
  });

  it('has no line after a final newline', () => {
    expect(texts(linesOf(['a\n']))).toEqual(['a']);
    expect(texts(linesOf(['\n']))).toEqual(['']);
    expect(texts(linesOf(['']))).toEqual([]);
  });

  it('treats a byte order mark as text everywhere but at the beginning', () => {
    expect(texts(linesOf(['\uFEFFa\n\uFEFFb']))).toEqual(['a', '\uFEFFb']);
  });

  it('continues after a line that is too long, and buffers nothing of it', () => {
    const pieces = ['ok\n', ...Array.from({ length: 50 }, () => 'x'.repeat(10)), '\nok again\n', 'y'.repeat(101)];
    const lines = linesOf(pieces);
    expect(texts(lines)).toEqual(['ok', null, 'ok again', null]);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(lines[1]?.end).toBe(504);
  });

  it('accepts a line of exactly the maximum length', () => {
    expect(texts(linesOf(['x'.repeat(100), '\n']))).toEqual(['x'.repeat(100)]);
  });

  it('resumes in the middle of a file', () => {
    const [line] = linesOf(['next\n'], { from: { offset: 1_000, lines: 7 } });
    expect(line).toMatchObject({ number: 8, end: 1_005 });
  });
});
