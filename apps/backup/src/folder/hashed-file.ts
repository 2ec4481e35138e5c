import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Mode of files: for the owner alone, since a backup has all content of users and models. */
export const fileMode = 0o600;
/** Mode of folders, likewise. */
export const folderMode = 0o700;

/** Size and hash of a file of a backup. */
export interface FileDigest {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** Writes a file. @param through transforms of the bytes, for example gzip. @returns its digest. */
export async function writeHashed(path: string, source: Readable, ...through: Transform[]): Promise<FileDigest> {
  await mkdir(dirname(path), { recursive: true, mode: folderMode });
  const digest = new Digest();
  await pipeline([source, ...through, digest, createWriteStream(path, { flags: 'wx', mode: fileMode })]);
  return digest.result();
}

/** Reads a file to its end. */
export async function digestOf(path: string): Promise<FileDigest> {
  const digest = new Digest();
  digest.resume();
  await pipeline(createReadStream(path), digest);
  return digest.result();
}

/** Streams a file to a target. */
export function sendFile(path: string, through: Transform[], target: Writable): Promise<void> {
  return pipeline([createReadStream(path), ...through, target]);
}

/** Passes bytes through and computes their number and hash. */
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
