import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDataDir } from './second-installation.js';

/** Whether the servers keep their data in files that can be read here: they do where they run without Docker. */
export function isReadable(): boolean {
  return existsSync(join(firstDataDir(), 'kafka', 'data'));
}

/** Files of the installation that have a word in them, by their paths: those of Kafka, PostgreSQL, the bucket, and logs. */
export function filesWith(word: string): string[] {
  return filesWithAny([word]).get(word) ?? [];
}

/** Kafka's indexes of positions and times: numbers, and most of the bytes of an installation. */
const numbersAlone = /^kafka\/data\/.*\.(time)?index$/;

/** The same for several words, by word, with each file read once. */
export function filesWithAny(words: readonly string[]): Map<string, string[]> {
  const found = new Map(words.map((word) => [word, new Array<string>()]));
  for (const path of filesIn('').filter((file) => !numbersAlone.test(file))) {
    const bytes = unlessGone(() => readFileSync(join(firstDataDir(), path)));
    for (const [word, files] of found) if (bytes?.includes(word)) files.push(path);
  }
  return found;
}

function filesIn(folder: string): string[] {
  const entries = unlessGone(() => readdirSync(join(firstDataDir(), folder), { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
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
