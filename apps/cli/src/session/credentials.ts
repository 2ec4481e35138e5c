import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What `earshot login` stores. */
export interface Credentials {
  readonly url: string;
  readonly apiKey: string;
  /** Default project. */
  readonly project?: string | undefined;
}

/** Reads the stored credentials; null if there are none. */
export function loadCredentials(file: string): Credentials | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Credentials;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${(error as Error).message}. Run \`earshot login\` again.`, {
      cause: error,
    });
  }
}

/** Returns the stored address. A damaged file has none: `earshot login` replaces it. */
export function storedUrl(file: string): string | undefined {
  try {
    return loadCredentials(file)?.url;
  } catch {
    return undefined;
  }
}

/** Stores credentials so that only the user can read them. */
export function saveCredentials(file: string, credentials: Credentials): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  // The mode of a file that exists already is not changed by writing.
  chmodSync(temporary, 0o600);
  renameSync(temporary, file);
}

/** Deletes the stored credentials. */
export function deleteCredentials(file: string): void {
  rmSync(file, { force: true });
}
