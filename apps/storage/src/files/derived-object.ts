import type { LocateFile } from '@earshot/contracts-storage';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails } from './file-details.js';
import { manifestKeyOf, recipeKeyOf } from './file-rules.js';
import { datasetCancelled, datasetNotReady, manifestNotFound } from './files.errors.js';

/**
 * Returns the object of a dataset that this service created for a format; undefined if the format means the original.
 *
 * @throws AppError `dataset_not_ready`, `manifest_not_found`
 */
export function derivedObject(
  row: FileEntity,
  format: LocateFile['format'],
): { key: string; size: number; version: string } | undefined {
  const { recipe_size, original_kept, exported } = datasetDetails.parse(row.details);
  const key = String(row.key);
  if (row.cancelled_at !== null) throw datasetCancelled(key);
  const ready = (size: number | null): number => {
    if (size === null) throw datasetNotReady(key, row.status, exported === undefined);
    return size;
  };
  // These objects never change, so the id of the dataset is a valid version.
  if (format === 'manifest') {
    if (exported === undefined) throw manifestNotFound(key);
    return { key: manifestKeyOf(row), size: ready(exported.manifest_size), version: `${row.id}.manifest` };
  }
  if (format === 'recipe' || !original_kept)
    return { key: recipeKeyOf(row), size: ready(recipe_size), version: `${row.id}.recipe` };
  // An export may take minutes, too long for a caller to wait.
  if (exported !== undefined && row.sha256 === null) ready(null);
  return undefined;
}
