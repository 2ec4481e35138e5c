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
    // Missing, unreadable or a loop of links: callers treat all alike.
    return null;
  }
}

/**
 * Finds a model's file in the first of the folders that has it. Does not reveal what exists outside the folders.
 * @throws AppError `model_file_missing`; `model_file_invalid`: outside the folder, also by a link, or no GGUF file.
 */
export async function findModelFile(modelsDirs: readonly string[], modelFile: string): Promise<string> {
  for (const modelsDir of modelsDirs) {
    const file = await fileWithin(modelsDir, modelFile);
    if (file === null) continue;
    if (!(await hasGgufHeader(file))) throw modelFileInvalid(modelFile, 'is not a GGUF file of a supported version');
    return file;
  }
  throw modelFileMissing(modelFile);
}

/** null when the folder has no such file. */
async function fileWithin(modelsDir: string, modelFile: string): Promise<string | null> {
  const inside = (base: string, file: string) => file.startsWith(base.endsWith(path.sep) ? base : base + path.sep);
  const outside = () => modelFileInvalid(modelFile, 'is outside the models directory');
  if (modelFile.includes('\0') || !inside(path.resolve(modelsDir), path.resolve(modelsDir, modelFile))) throw outside();

  const base = await realPathOrNull(modelsDir);
  const file = await realPathOrNull(path.resolve(modelsDir, modelFile));
  if (base === null || file === null) return null;
  if (!inside(base, file)) throw outside();
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
