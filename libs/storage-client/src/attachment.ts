import type { LocatedFile, LocateFile } from '@earshot/contracts-storage';
import { create } from 'content-disposition';

/** Returns the `Content-Disposition` of the download of a file: an attachment with its name or key. */
export function attachmentOf(
  { kind, format }: Pick<LocateFile, 'kind' | 'format'>,
  { key, name }: Pick<LocatedFile, 'key' | 'name'>,
): string {
  if (kind === 'artifact') return create(name);
  if (kind === 'recipe') return create(`${key}.zip`);
  return create(`${key}.${format === 'manifest' ? 'manifest.jsonl' : 'jsonl'}`);
}
