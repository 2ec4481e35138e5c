import { readFileSync } from 'node:fs';

/** @throws Error: `what` can't be read. */
export function textOf(file: string, what: string): string {
  return bytesOf(file, what).toString('utf8');
}

/** @throws Error: `what` can't be read. */
export function bytesOf(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${what} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): ${file}`, {
      cause: error,
    });
  }
}
