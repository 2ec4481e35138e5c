import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrayOf, encodeGguf, GGUF_ALIGNMENT, string, uint32 } from './gguf-writer.mjs';
import { tinyModel } from './tiny-model.mjs';
import { buildVocabulary } from './vocabulary.mjs';

const MAKE = path.join(import.meta.dirname, 'make.mjs');

describe('GGUF writer', () => {
  const file = encodeGguf({
    metadata: { 'general.architecture': string('llama'), words: arrayOf('string', ['é']), n: uint32(7) },
    tensors: [
      { name: 'a', shape: [3], values: Float32Array.of(1, 2, 3) },
      { name: 'b', shape: [2, 1], values: Float32Array.of(4, 5) },
    ],
  });

  it('starts with magic, version 3, and the numbers of tensors and metadata entries', () => {
    expect(file.toString('latin1', 0, 4)).toBe('GGUF');
    expect(file.readUInt32LE(4)).toBe(3);
    expect([file.readBigUInt64LE(8), file.readBigUInt64LE(16)]).toEqual([2n, 3n]);
  });

  it('counts strings in bytes of UTF-8', () => {
    const key = Buffer.from('words');
    const at = file.indexOf(key) + key.length;
    expect([file.readUInt32LE(at), file.readUInt32LE(at + 4), file.readBigUInt64LE(at + 8)]).toEqual([9, 8, 1n]);
    expect(file.readBigUInt64LE(at + 16)).toBe(2n);
  });

  it('starts each tensor at the aligned offset of its table entry', () => {
    expect(file.length % GGUF_ALIGNMENT).toBe(0);
    const data = file.length - 2 * GGUF_ALIGNMENT;
    expect([0, 4, 8].map((at) => file.readFloatLE(data + at))).toEqual([1, 2, 3]);
    expect([0, 4].map((at) => file.readFloatLE(data + GGUF_ALIGNMENT + at))).toEqual([4, 5]);
    const nameB = file.lastIndexOf('b', data - 1);
    expect(file.readBigUInt64LE(nameB + 1 + 4 + 16 + 4)).toBe(BigInt(GGUF_ALIGNMENT));
  });

  it('rejects a tensor whose shape and values disagree', () => {
    const tensors = [{ name: 'a', shape: [4], values: Float32Array.of(1) }];
    expect(() => encodeGguf({ metadata: {}, tensors })).toThrow('tensor a');
  });
});

describe('vocabulary', () => {
  it('spells every byte and merges each word into one token', () => {
    const { tokens, merges, opening, following } = buildVocabulary(['Tiny tin 🎧']);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(opening[0].map((id) => tokens[id])).toEqual(['Tiny', 'Ġtin', 'Ġ', 'ð', 'Ł', 'İ', '§']);
    expect(tokens[following[0][0]]).toBe('ĠTiny');
    expect(merges).toEqual(expect.arrayContaining(['T i', 'Ti n', 'Tin y', 'Ġ t', 'Ġt i', 'Ġti n']));
  });
});

describe('tiny model', () => {
  let folder;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tiny-model-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is reproducible from its seed and smaller than 2 MiB', () => {
    expect(tinyModel({ seed: 3 }).equals(tinyModel({ seed: 3 }))).toBe(true);
    expect(tinyModel({ seed: 3 }).equals(tinyModel({ seed: 4 }))).toBe(false);
    expect(tinyModel().length).toBeLessThan(2 * 1024 * 1024);
  });

  it('is written atomically with its folders, without temporary files', () => {
    const file = path.join(folder, 'models', 'tiny.gguf');
    execFileSync(process.execPath, [MAKE, file, '--seed', '3']);
    expect(readFileSync(file).equals(tinyModel({ seed: 3 }))).toBe(true);
    expect(readdirSync(path.dirname(file))).toEqual(['tiny.gguf']);
  });

  it('is not written with an invalid argument', () => {
    const file = path.join(folder, 'none.gguf');
    expect(() => execFileSync(process.execPath, [MAKE, file, '--seed', 'x'], { stdio: 'pipe' })).toThrow('--seed');
    expect(readdirSync(folder)).not.toContain('none.gguf');
  });
});
