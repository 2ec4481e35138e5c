#!/usr/bin/env node
/**
 * node tools/tiny-model/make.mjs <out.gguf> [--seed N] [--endless] [--encoder] [--fillers N] [--sentence TEXT]...:
 * writes the model, or nothing.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tinyModel } from './tiny-model.mjs';

const USAGE =
  'usage: node tools/tiny-model/make.mjs <out.gguf> [--seed N] [--endless] [--encoder] [--fillers N] [--sentence TEXT]...';

/** Writes beside the target and renames: whoever looks sees the old file or the whole new one. */
function writeAtomically(file, bytes) {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, bytes);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      endless: { type: 'boolean', default: false },
      encoder: { type: 'boolean', default: false },
      fillers: { type: 'string', default: '0' },
      sentence: { type: 'string', multiple: true },
    },
  });
  const [seed, fillers] = [Number(values.seed), Number(values.fillers)];
  if (positionals.length !== 1) throw new Error('give one output file');
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32)
    throw new Error('--seed is an integer from 0 to 4294967295');
  if (!Number.isInteger(fillers) || fillers < 0 || fillers > 200_000)
    throw new Error('--fillers is an integer from 0 to 200000');
  const { endless, encoder, sentence: sentences } = values;
  return { file: path.resolve(positionals[0]), options: { seed, endless, encoder, fillers, sentences } };
}

try {
  const { file, options } = readArguments();
  writeAtomically(file, tinyModel(options));
} catch (error) {
  process.stderr.write(`${error.message}\n${USAGE}\n`);
  process.exitCode = 1;
}
