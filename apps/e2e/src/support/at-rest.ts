import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDataDir } from './second-installation.js';

/** Whether the data files of the servers are readable here: true without Docker. */
export function isReadable(): boolean {
  return existsSync(join(firstDataDir(), 'kafka', 'data'));
}

/** Paths of files of the installation that contain a word: Kafka, PostgreSQL, bucket and logs. */
export function filesWith(word: string): string[] {
  return filesWithAny([word]).get(word) ?? [];
}

/** Kafka's offset and time indexes: they contain numbers only, and are most of the bytes. */
const numbersAlone = /^kafka\/data\/.*\.(time)?index$/;

/** Like {@link filesWith} for several words; reads each file once. */
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
