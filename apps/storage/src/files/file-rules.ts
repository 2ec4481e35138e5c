import type { StoredFile } from '@earshot/contracts-storage';
import type { FileEntity } from '../database/entities/file.entity.js';

type Kind = StoredFile['kind'];
type FileRef = Pick<FileEntity, 'id' | 'kind' | 'project_id'>;

const [mebibyte, gibibyte] = [1_048_576, 1_073_741_824];

/** Maximum total size of the files of a recipe in bytes. */
export const maxUnpackedBytes = 512 * mebibyte;

/** Maximum sizes of uploaded files in bytes. A dataset of 32 GiB is converted in about ten minutes. */
export const maxBytesOf: Readonly<Record<Kind, number>> = {
  dataset: 32 * gibibyte,
  // Uncompressed files of the maximum total size, and 10,000 headers with long names.
  recipe: maxUnpackedBytes + 64 * mebibyte,
  artifact: Number.MAX_SAFE_INTEGER,
};

/** Media types of stored files. Datasets and recipes ignore the type of their session. */
export function contentTypeOf(kind: Kind, sessionType: string | null): string {
  if (kind === 'dataset') return 'application/x-ndjson';
  return kind === 'recipe' ? 'application/zip' : (sessionType ?? 'application/octet-stream');
}

/** Validity of presigned URLs, s. They are used at once; this covers clock skew and a slow bucket. */
export const urlValidS = 300;

/** The key of a file as it was uploaded or exported. */
export function originalKeyOf(file: FileRef): string {
  return `${folderOf(file)}/original`;
}

/** The key of a dataset in recipe format. */
export function recipeKeyOf(file: FileRef): string {
  return `${folderOf(file)}/recipe`;
}

/** The key of the manifest of an exported dataset: the sources of its lines. */
export function manifestKeyOf(file: FileRef): string {
  return `${folderOf(file)}/manifest`;
}

/** The key of a piece of the recipe format before the pieces are concatenated. */
export function pieceKeyOf(file: FileRef, number: number): string {
  return `${recipeKeyOf(file)}.${number}`;
}

function folderOf({ id, kind, project_id }: FileRef): string {
  return `${kind}s/${project_id ?? 'all'}/${id}`;
}
