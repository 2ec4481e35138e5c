import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { AppError, invalidRequest } from '@earshot/errors';
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl';
import { maxUnpackedBytes } from '../files/file-rules.js';
import { faultOfEntry, isFolder, withoutExtraFields } from './zip-entry.js';
import { ZipSource, type ReadRange } from './zip-source.js';

/** Maximum number of files and folders of a recipe. */
export const maxEntries = 10_000;

/** Contents of a valid zip. */
export interface CheckedZip {
  /** Files and folders. */
  readonly entries: number;
  /** Total size of the files in bytes. */
  readonly unpackedBytes: number;
}

/** A zip to check. */
export interface ZipToCheck {
  /** Bytes of the zip. */
  readonly size: number;
  readonly read: ReadRange;
  /** Path of a file that must exist. */
  readonly entryPoint: string;
  /** Cancels the check. */
  readonly signal?: AbortSignal;
}

/**
 * Reads and decompresses a whole zip without writing anything.
 *
 * A zip that passes can be unpacked safely: all files are intact, stay inside the target folder and respect the limits.
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
    // Errors of the source are AppErrors; any other error describes the zip.
    if (error instanceof AppError || signal?.aborted) throw error;
    throw recipeInvalid(error instanceof Error ? error.message.replace(/\.$/, '') : 'it is corrupt');
  }
}

async function readDirectory(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw recipeInvalid(`it has more than ${maxEntries} entries`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    const fault = faultOfEntry(entry);
    if (fault !== undefined) throw recipeInvalid(fault);
    entries.push(withoutExtraFields(entry));
  }
  checkPaths(entries);
  if (unpackedBytesOf(entries) > maxUnpackedBytes)
    throw recipeInvalid(`its files exceed ${maxUnpackedBytes} bytes in total`);
  return entries;
}

/** Rejects duplicate paths, and paths that are both file and folder: the result would depend on the unzip program. */
function checkPaths(entries: readonly Entry[]): void {
  // With NUL as separator, children sort right after their parent. A set of all folders could have millions of members.
  const inOrder = entries
    .map((entry) => ({ key: entry.fileName.replace(/\/$/, '').replaceAll('/', '\0'), isFile: !isFolder(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  for (const [at, { key, isFile }] of inOrder.entries()) {
    const next = inOrder[at + 1];
    const isSame = next?.key === key;
    const name = JSON.stringify(key.replaceAll('\0', '/'));
    if (isSame && isFile && next.isFile) throw recipeInvalid(`it contains ${name} twice`);
    const isFolderToo = (isSame && isFile !== next.isFile) || (isFile && next?.key.startsWith(`${key}\0`));
    if (isFolderToo) throw recipeInvalid(`${name} is both a file and a folder`);
  }
}

/** Reads files in the order of their offsets, so that each block is read once. */
async function readFiles(zip: ZipFile, entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    signal?.throwIfAborted();
    const name = JSON.stringify(entry.fileName);
    // Overlapping files are a known kind of zip bomb.
    if (entry.relativeOffsetOfLocalHeader < end) throw recipeInvalid(`${name} overlaps another file`);
    const header = await zip.readLocalFileHeaderPromise(entry);
    const alike = header.fileName.equals(entry.fileNameRaw) && header.compressionMethod === entry.compressionMethod;
    if (!alike) throw recipeInvalid(`the header and the directory differ for ${name}`);
    end = header.fileDataStart + entry.compressedSize;
    if ((await checksumOf(zip, entry)) !== entry.crc32)
      throw recipeInvalid(`${name} is corrupt: its checksum is wrong`);
  }
}

/** Decompresses a file and computes its CRC-32. The library verifies the length. */
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

/** The file is not a zip, or not a safe one. @param reason end of a sentence. */
export function recipeInvalid(reason: string): AppError {
  return invalidRequest('recipe_invalid', `The zip is invalid: ${reason}.`, { param: 'upload_session_id' });
}

function entryPointMissing(path: string): AppError {
  const message = `The zip has no file '${path}'. Set entry_point to the path of the program's main file.`;
  return invalidRequest('entry_point_missing', message, { param: 'entry_point' });
}
