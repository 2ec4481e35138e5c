import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDataDir } from './second-installation.js';

/** Whether the servers keep their data in files that can be read here: they do where they run without Docker. */
export function isReadable(): boolean {
  return existsSync(join(firstDataDir(), 'kafka', 'data'));
}

/** Files of the installation that have a word in them, by their paths: those of Kafka, PostgreSQL, the bucket, and logs. */
export function filesWith(word: string, folder = ''): string[] {
  const entries = unlessGone(() => readdirSync(join(firstDataDir(), folder), { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesWith(word, path);
    if (!entry.isFile()) return [];
    return unlessGone(() => readFileSync(join(firstDataDir(), path)).includes(word)) === true ? [path] : [];
  });
}

/** Servers delete files at any time. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
