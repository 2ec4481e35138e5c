import type { FileEntity } from '../database/entities/file.entity.js';

type Named = Pick<FileEntity, 'id' | 'kind' | 'projectId'>;

/** Where a file lies in the bucket as it was uploaded. */
export function originalKeyOf(file: Named): string {
  return `${folderOf(file)}/original`;
}

/** Where a dataset lies in the bucket in recipe format. */
export function recipeKeyOf(file: Named): string {
  return `${folderOf(file)}/recipe`;
}

/** Where a dataset's list of what its lines were made of lies. */
export function manifestKeyOf(file: Named): string {
  return `${folderOf(file)}/manifest`;
}

/** Where a piece of the recipe format lies until all of them are put together. */
export function pieceKeyOf(file: Named, number: number): string {
  return `${recipeKeyOf(file)}.${number}`;
}

function folderOf({ id, kind, projectId }: Named): string {
  return `${kind}s/${projectId ?? 'all'}/${id}`;
}
