import { invalidRequest } from '@earshot/errors';
import { zipSync } from 'fflate';
import type { FormFile } from '../../http/read-form.js';

/** Same time for all files, so that the same file gives the same archive. */
const mtime = '1980-01-01T00:00:00';

/** A zip and its main file. */
export interface RecipeArchive {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** null: the default. */
  readonly entryPoint: string | null;
}

/** Returns the uploaded zip, or a zip with the uploaded Python file. @throws AppError `recipe_invalid` */
export function archiveOf({ filename, bytes }: FormFile): RecipeArchive {
  const contentType = 'application/zip';
  if (filename.toLowerCase().endsWith('.zip')) return { bytes, contentType, entryPoint: null };
  if (!filename.toLowerCase().endsWith('.py'))
    throw invalidRequest('recipe_invalid', `Expected a .zip or .py file; got '${filename}'.`, { param: 'file' });
  const zip = zipSync({ [filename]: [new Uint8Array(bytes), { mtime }] });
  return { bytes: Buffer.from(zip), contentType, entryPoint: filename };
}
