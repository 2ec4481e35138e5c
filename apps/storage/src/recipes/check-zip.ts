import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { AppError } from '@earshot/errors';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { maxEntries, maxUnpackedBytes } from './recipe-limits.js';
import { entryPointMissing, recipeInvalid } from './recipes.errors.js';
import { faultOfEntry, isFolder, slim } from './zip-entry.js';
import { ZipSource, type ReadRange } from './zip-source.js';

/** What is known of a zip that was taken. */
export interface CheckedZip {
  /** Files and folders. */
  readonly entries: number;
  /** Bytes of all files together. */
  readonly unpackedBytes: number;
}

/** A zip and how to read it. */
export interface ZipToCheck {
  /** Bytes of the zip. */
  readonly size: number;
  readonly read: ReadRange;
  /** Path of the file that is to be there. */
  readonly entryPoint: string;
  /** Ends the check with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Reads a zip to its last byte, and unpacks it into nothing: whoever unpacks it later finds every file whole, under a path of its own inside of
 * the folder that it is unpacked into, and no more of them than may be.
 *
 * @throws AppError `recipe_invalid` with the reason, `entry_point_missing`; whatever `read` throws.
 */
export async function checkZip({ size, read, entryPoint, signal }: ZipToCheck): Promise<CheckedZip> {
  const source = new ZipSource(read, size);
  try {
    const options = { autoClose: false, strictFileNames: true };
    const zip = await fromRandomAccessReaderPromise(source, size, options);
    const entries = await readDirectory(zip);
    if (!entries.some((entry) => !isFolder(entry) && entry.fileName === entryPoint))
      throw entryPointMissing(entryPoint);
    await readFiles(zip, entries, signal);
    return { entries: entries.length, unpackedBytes: unpackedBytesOf(entries) };
  } catch (error) {
    // What the source throws is of this kind too: whatever else is thrown says what is wrong with the zip.
    if (error instanceof AppError || signal?.aborted) throw error;
    throw recipeInvalid(error instanceof Error ? error.message : 'it is corrupt');
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw recipeInvalid(`it has more than ${maxEntries} entries`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const fault = faultOfEntry(entry);
    if (fault !== undefined) throw recipeInvalid(fault);
    entries.push(slim(entry));
  }
  checkPaths(entries);
  if (unpackedBytesOf(entries) > maxUnpackedBytes)
    throw recipeInvalid(`its files have more than ${maxUnpackedBytes} bytes together`);
  return entries;
}

/** Each path is there once, and none is a file and a folder at once: what is unpacked would depend on who unpacks it. */
function checkPaths(entries: readonly Entry[]): void {
  // No path has a NUL: what lies below a path comes right after it. (A set of all folders could be made to have five million.)
  const inOrder = entries
    .map((entry) => ({ key: entry.fileName.replace(/\/$/, '').replaceAll('/', '\0'), isFile: !isFolder(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  for (const [at, { key, isFile }] of inOrder.entries()) {
    const next = inOrder[at + 1];
    const isSame = next?.key === key;
    const name = JSON.stringify(key.replaceAll('\0', '/'));
    if (isSame && isFile && next.isFile) throw recipeInvalid(`it has ${name} twice`);
    const isFolderToo = (isSame && isFile !== next.isFile) || (isFile && next?.key.startsWith(`${key}\0`));
    if (isFolderToo) throw recipeInvalid(`${name} is a file and a folder`);
  }
}

/** In the order in which they lie: so each block is read once, whatever the order of the directory. */
async function readFiles(zip: ZipFile, entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    signal?.throwIfAborted();
    const name = JSON.stringify(entry.fileName);
    // Many files made of the same bytes: the way of the zip bombs that are larger than their parts.
    if (entry.relativeOffsetOfLocalHeader < end) throw recipeInvalid(`${name} overlaps another file`);
    const header = await zip.readLocalFileHeaderPromise(entry);
    const alike = header.fileName.equals(entry.fileNameRaw) && header.compressionMethod === entry.compressionMethod;
    if (!alike) throw recipeInvalid(`the header and the directory do not agree about ${name}`);
    end = header.fileDataStart + entry.compressedSize;
    if ((await checksumOf(zip, entry)) !== entry.crc32)
      throw recipeInvalid(`${name} is corrupt: its checksum is wrong`);
  }
}

/** Unpacks the file into nothing; its reader sees to it that it is as long as the directory says. */
async function checksumOf(zip: ZipFile, entry: Entry): Promise<number> {
  const stream = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  stream.on('data', (piece: Buffer) => (checksum = crc32(piece, checksum)));
  await once(stream, 'end');
  return checksum;
}

function unpackedBytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
}
