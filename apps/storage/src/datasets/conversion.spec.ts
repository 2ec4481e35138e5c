import { describe, expect, it } from '@jest/globals';
import { Conversion, maxErrors, maxLineBytes } from './conversion.js';

const start = { bytes: 0, lines: 0, rows: 0 };

async function* inPieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function convert(file: string | Buffer, { from = start, size = 1_000 } = {}) {
  const conversion = new Conversion(from);
  const pieces: string[] = [];
  for await (const piece of conversion.rows(inPieces(Buffer.from(file as string), size))) pieces.push(piece);
  return { text: pieces.join(''), pieces, state: conversion.state, errors: conversion.errors };
}

const line = (text: string) => `${JSON.stringify({ prompt: text })}\n`;
const row = (text: string) => `${JSON.stringify({ messages: [{ role: 'user', content: text }], completion: null })}\n`;

describe(Conversion.name, () => {
  it.each([1, 7, 100_000])('writes one row for each line that is not empty, in pieces of %d', async (size) => {
    const file = `\uFEFF${line('a')}\r\n  \n${line('Ä').replace('\n', '\r\n')}${line('last').trim()}`;
    const { text, state, errors } = await convert(file, { size });
    expect(text).toBe(row('a') + row('Ä') + row('last'));
    expect(state).toEqual({ bytes: Buffer.byteLength(file), lines: 5, rows: 3 });
    expect(errors).toEqual([]);
  });

  it('resumes where an earlier one ended, with the same result', async () => {
    const file = Buffer.from(Array.from({ length: 5_000 }, (_, at) => line(`number ${at}`)).join(''));
    const whole = await convert(file, { size: 5_000 });
    const first = new Conversion(start);
    const rows = first.rows(inPieces(file, 5_000));
    const begun = [(await rows.next()).value as string, (await rows.next()).value as string];
    const { state } = first;
    expect(state.bytes).toBeLessThan(file.length);
    const rest = await convert(file.subarray(state.bytes), { from: state, size: 777 });
    expect(begun.join('') + rest.text).toBe(whole.text);
    expect(rest.state).toEqual(whole.state);
  });

  it('reports wrong lines, and writes no rows after the first of them', async () => {
    const { text, errors } = await convert(`${line('a')}{}\n${line('b')}[]\n`);
    expect(text).toBe(row('a'));
    expect(errors.map(({ line: number }) => number)).toEqual([2, 4]);
  });

  it('ends after the first hundred errors', async () => {
    const { errors, state } = await convert('nonsense\n'.repeat(10_000));
    expect(errors).toHaveLength(maxErrors);
    expect(errors.at(-1)).toEqual({ line: 100, message: expect.stringContaining('not valid JSON') });
    expect(state.lines).toBe(100);
  });

  it.each(['', '\n\n', ' \r\n'])('has an error for a file without rows: %j', async (file) => {
    expect((await convert(file)).errors).toEqual([{ line: 1, message: 'The file has only blank lines.' }]);
  });

  it('skips a line of 200 MB, reports it, and buffers nothing of it', async () => {
    async function* file() {
      yield Buffer.from(`${line('a')}{"prompt":"`);
      const piece = Buffer.alloc(1_000_000, 'x');
      for (let at = 0; at < 200; at++) yield piece;
      yield Buffer.from(`"}\n{}\n`);
    }
    const conversion = new Conversion(start);
    for await (const rows of conversion.rows(file())) expect(rows).toBe(row('a'));
    expect(conversion.errors).toEqual([
      { line: 2, message: `The line must have at most ${maxLineBytes} bytes.` },
      { line: 3, message: expect.any(String) },
    ]);
  });

  it('yields to the event loop while it reads', async () => {
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    count();
    await convert(Buffer.from(line('x').repeat(1_000)), { size: 1_000 });
    clearImmediate(next!);
    expect(turns).toBeGreaterThanOrEqual(15);
  });
});
