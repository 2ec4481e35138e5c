import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { digestOf, fileMode, folderMode, type FileDigest } from './hashed-file.js';
import { manifestSchema, type Manifest } from './manifest.js';

const manifestName = 'manifest.json';

/** A folder or file of a backup is invalid; the message says why. */
export class FolderError extends Error {}

/** The folder of a backup. */
export class BackupFolder {
  private constructor(readonly path: string) {}

  /**
   * Creates a folder for its owner alone; an existing empty folder keeps its mode.
   * @throws FolderError unless it is empty.
   */
  static async create(path: string): Promise<BackupFolder> {
    await mkdir(path, { recursive: true, mode: folderMode });
    if ((await readdir(path)).length > 0)
      throw new FolderError(`${path} is not empty. Use a new folder for each backup.`);
    return new BackupFolder(path);
  }

  /** Opens an existing folder. */
  static open(path: string): BackupFolder {
    return new BackupFolder(path);
  }

  /** @param file path within the folder. @throws FolderError if it leads out of the folder. */
  pathOf(file: string): string {
    const path = normalize(join(this.path, file));
    if (!path.startsWith(normalize(this.path) + sep)) throw new FolderError(`${file} is not a path within the backup.`);
    return path;
  }

  /** Writes the manifest, which completes the backup. */
  async complete(manifest: Manifest): Promise<void> {
    const unfinished = this.pathOf(`${manifestName}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: fileMode });
    await rename(unfinished, this.pathOf(manifestName));
  }

  /** Reads the manifest. @throws FolderError if it is missing or has another format. */
  async manifest(): Promise<Manifest> {
    const text = await readFile(this.pathOf(manifestName), 'utf8').catch(() => {
      throw new FolderError(`${this.path} is not a complete backup: ${manifestName} is missing.`);
    });
    const read = manifestSchema.safeParse(parsed(text));
    if (!read.success) throw new FolderError(`${this.pathOf(manifestName)} cannot be read by this version.`);
    return read.data;
  }

  /** Verifies the digest of every file. @throws FolderError for the first that differs from the manifest. */
  async verify({ tables, records, objects }: Manifest): Promise<void> {
    for (const { file, ...expected } of [...tables, ...records, ...objects]) {
      const found = await digestOf(this.pathOf(file)).catch((): FileDigest => ({ bytes: -1, sha256: '' }));
      if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
        throw new FolderError(`${this.pathOf(file)} is missing or changed.`);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
