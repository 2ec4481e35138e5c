import { describe, expect, it } from '@jest/globals';
import { linesOf } from './ndjson-lines.js';

async function* pieces(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text as string);
}

async function linesIn(source: AsyncIterable<Buffer>, maxBytes = 100): Promise<string[]> {
  const lines: string[] = [];
  const memory = new Memory();
  for await (const line of linesOf(source, maxBytes, memory)) {
    lines.push('bytes' in line ? line.bytes.toString() : line.error.code);
    if ('bytes' in line) memory.give(line.taken);
  }
  expect(memory.taken).toBe(0);
  return lines;
}

class Memory {
  taken = 0;

  constructor(readonly limit = Infinity) {}

  tryTake(bytes: number): boolean {
    if (this.taken + bytes > this.limit) return false;
    this.taken += bytes;
    return true;
  }

  give(bytes: number): void {
    this.taken -= bytes;
  }
}

describe('the lines of a stream', () => {
  it.each([
    ['with and without an end of the last one', ['a\nb\n'], ['a', 'b']],
    ['without one', ['a\nb'], ['a', 'b']],
    ['in pieces that end anywhere', ['a', 'b\n', '', 'c', '\nd\ne'], ['ab', 'c', 'd', 'e']],
    ['of Windows, after a byte order mark', ['\uFEFFa\r\nb\r', '\n'], ['a', 'b']],
    ['that are not empty', ['\n\na\n\r\n\nb'], ['a', 'b']],
    ['of nothing', [], []],
  ])('%s', async (_, given, lines) => {
    expect(await linesIn(pieces(...given))).toEqual(lines);
  });

  it('keep characters that chunks split', async () => {
    const bytes = Buffer.from('語\n👩‍👩‍👧');
    const each = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(await linesIn(pieces(...each))).toEqual(['語', '👩‍👩‍👧']);
  });

  it('that are too long are rejected, and the next ones are not', async () => {
    expect(await linesIn(pieces('x'.repeat(6), 'xxxxx\na\n', 'y'.repeat(10), '\nb\n', 'z'.repeat(11)), 10)).toEqual([
      'body_too_large',
      'a',
      'y'.repeat(10),
      'b',
      'body_too_large',
    ]);
  });

  it('that exceed the memory budget are rejected, and the next ones are not', async () => {
    const memory = new Memory(5);
    const codes: string[] = [];
    for await (const line of linesOf(pieces('aaa', 'aaa\nbbb', 'b\n', 'ccccc\r\n', 'd\n'), 100, memory)) {
      codes.push('bytes' in line ? line.bytes.toString() : line.error.code);
      if ('bytes' in line) memory.give(line.taken);
    }
    expect([codes, memory.taken]).toEqual([['queue_full', 'bbbb', 'queue_full', 'd'], 0]);
  });

  it('free their memory when the stream breaks', async () => {
    const memory = new Memory();
    async function* broken() {
      yield* pieces('a\nbbb');
      throw new Error('broke off');
    }
    const lines = linesOf(broken(), 100, memory);
    memory.give(((await lines.next()).value as { taken: number }).taken);
    await expect(lines.next()).rejects.toThrow('broke off');
    expect(memory.taken).toBe(0);
  });
});
