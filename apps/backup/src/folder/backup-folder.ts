import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { digestOf, fileMode, folderMode, type FileDigest } from './hashed-file.js';
import { manifestSchema, type Manifest } from './manifest.js';

const manifestName = 'manifest.json';

/** A folder is not what it would have to be; the message says what is wrong. */
export class FolderError extends Error {}

/** The folder that a backup is. */
export class BackupFolder {
  private constructor(readonly path: string) {}

  /** A new one, for its owner alone; one that is there keeps its rights, and what comes into it is for the owner alone. @throws FolderError where something is in it already. */
  static async create(path: string): Promise<BackupFolder> {
    await mkdir(path, { recursive: true, mode: folderMode });
    if ((await readdir(path)).length > 0)
      throw new FolderError(`${path} is not empty. Use a new folder for each backup.`);
    return new BackupFolder(path);
  }

  /** One that is there. */
  static open(path: string): BackupFolder {
    return new BackupFolder(path);
  }

  /** @param file a path within the folder. @throws FolderError for one that leads out of it. */
  pathOf(file: string): string {
    const path = normalize(join(this.path, file));
    if (!path.startsWith(normalize(this.path) + sep)) throw new FolderError(`${file} is not a path within the backup.`);
    return path;
  }

  /** The last thing to be written. */
  async complete(manifest: Manifest): Promise<void> {
    const unfinished = this.pathOf(`${manifestName}.new`);
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: fileMode });
    await rename(unfinished, this.pathOf(manifestName));
  }

  /** @throws FolderError where there is none, or not of this format. */
  async manifest(): Promise<Manifest> {
    const text = await readFile(this.pathOf(manifestName), 'utf8').catch(() => {
      throw new FolderError(`${this.path} is not a complete backup: ${manifestName} is missing.`);
    });
    const read = manifestSchema.safeParse(parsed(text));
    if (!read.success) throw new FolderError(`${this.pathOf(manifestName)} cannot be read by this version.`);
    return read.data;
  }

  /** Reads every file. @throws FolderError naming the first that is not what the manifest says. */
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
