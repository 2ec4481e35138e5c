import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A backup is for its owner alone: it has everything that users and models wrote. */
export const fileMode = 0o600;
/** The same of its folders. */
export const folderMode = 0o700;

/** What a file of a backup is to be. */
export interface FileDigest {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** Writes a file. @param through what the bytes pass on their way, as gzip. @returns what became of it. */
export async function writeHashed(path: string, source: Readable, ...through: Transform[]): Promise<FileDigest> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode });
  const digest = new Digest();
  await pipeline([source, ...through, digest, createWriteStream(path, { flags: 'wx', mode: fileMode })]);
  return digest.result();
}

/** Reads a file to its end. */
export async function digestOf(path: string): Promise<FileDigest> {
  const digest = new Digest();
  // Nobody wants the bytes.
  digest.resume();
  await pipeline(createReadStream(path), digest);
  return digest.result();
}

/** Gives a file to whoever takes it. */
export function sendFile(path: string, through: Transform[], target: Writable): Promise<void> {
  return pipeline([createReadStream(path), ...through, target]);
}

/** Lets bytes through, and knows their number and hash at the end. */
class Digest extends Transform {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  result(): FileDigest {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
