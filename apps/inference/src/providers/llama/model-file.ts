import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { modelFileInvalid, modelFileMissing } from './llama-errors.js';

/** First bytes of every GGUF file; a little-endian 32-bit version follows. */
const MAGIC = 'GGUF';
const HEADER_BYTES = 8;
/** The versions that llama.cpp reads. */
const VERSIONS = [2, 3];

async function realPathOrNull(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch {
    // Not there, not readable, a loop of links: for the caller all the same.
    return null;
  }
}

/**
 * Where a model's file really is.
 *
 * @throws AppError `model_file_missing`, or `model_file_invalid` when it lies outside the directory (also by way of a link) or is
 * no GGUF file. Whether something exists outside the directory does not show.
 */
export async function findModelFile(modelsDir: string, modelFile: string): Promise<string> {
  const inside = (base: string, file: string) => file.startsWith(base.endsWith(path.sep) ? base : base + path.sep);
  const outside = () => modelFileInvalid(modelFile, 'is outside the models directory');
  if (modelFile.includes('\0') || !inside(path.resolve(modelsDir), path.resolve(modelsDir, modelFile))) throw outside();

  const base = await realPathOrNull(modelsDir);
  const file = await realPathOrNull(path.resolve(modelsDir, modelFile));
  if (base === null || file === null) throw modelFileMissing(modelFile);
  if (!inside(base, file)) throw outside();
  if (!(await hasGgufHeader(file))) throw modelFileInvalid(modelFile, 'is not a GGUF file of a known version');
  return file;
}

async function hasGgufHeader(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    if (!(await handle.stat()).isFile()) return false;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || buffer.toString('latin1', 0, MAGIC.length) !== MAGIC) return false;
    return VERSIONS.includes(buffer.readUInt32LE(MAGIC.length));
  } finally {
    await handle.close();
  }
}
