import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from './stack.js';

/**
 * Returns a folder of the cache that all tests share, made at its first use. Scripts in it may contain its path, so it
 * is made in place; a link marks it as complete. Two processes may make the same one at once.
 */
export async function cachedFolder(name: string, make: (target: string) => Promise<void>): Promise<string> {
  const place = join(stack().cacheDir, name);
  if (existsSync(place)) return place;
  const target = `${place}.${process.pid}`;
  mkdirSync(target, { recursive: true });
  try {
    await make(target);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  const link = `${target}.link`;
  symlinkSync(target, link);
  renameSync(link, place);
  return place;
}
