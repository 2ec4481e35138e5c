import { storedFile, type NewExport, type NewFile, type StoredFile } from '@earshot/contracts-storage';
import { now } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import type { ConsumedUpload } from '../uploads/upload-assembly.service.js';
import { datasetDetails, newDataset, newExportedDataset, recipeDetails, type RecipeDetails } from './file-details.js';
import { contentTypeOf } from './file-rules.js';

/** Maps a row to the file of the contract. */
export function toStoredFile(row: FileEntity): StoredFile {
  return storedFile.parse({ ...row, ...detailsOf(row) });
}

/** As {@link toStoredFile} with one error at most, so that a page of 100 files fits into a reply. */
export function toListedFile(row: FileEntity): StoredFile {
  const file = toStoredFile(row);
  return file.kind === 'dataset' ? { ...file, errors: file.errors.slice(0, 1) } : file;
}

/** The row of a file that is created from an upload. */
export function uploadedRow(file: NewFile, { id: session_id, size, content_type: type }: ConsumedUpload): FileEntity {
  const { id, kind, name, project_id } = file;
  const content_type = contentTypeOf(kind, type);
  const key = 'key' in file ? file.key : null;
  const details = detailsOfNew(file);
  return { ...newRow(), id, kind, name, project_id, key, session_id, size, content_type, details };
}

/** The row of a dataset that is exported from interactions. */
export function exportedRow({ id, project_id, key, name, source }: NewExport): FileEntity {
  const kind = 'dataset';
  const details = newExportedDataset(source);
  return { ...newRow(), id, kind, project_id, key, name, content_type: contentTypeOf(kind, null), details };
}

function newRow() {
  const created_at = now();
  return {
    status: 'processing' as const,
    session_id: null,
    size: 0,
    sha256: null,
    refusal: null,
    created_at,
    updated_at: created_at,
    worker: null,
    leased_until: null,
    attempts: 0,
    original_until: null,
    delete_after: null,
    cancelled_at: null,
    clear_after: null,
  };
}

function detailsOfNew(file: NewFile): object {
  if (file.kind === 'dataset') return newDataset;
  if (file.kind === 'artifact') return {};
  return { entry_point: file.entry_point, entries: null, unpacked_size: null } satisfies RecipeDetails;
}

function detailsOf({ kind, details, cancelled_at }: FileEntity): object {
  if (kind === 'recipe') return recipeDetails.parse(details);
  if (kind !== 'dataset') return {};
  const { progress, errors, original_kept: kept, recipe_size, exported } = datasetDetails.parse(details);
  const original_kept = kept && cancelled_at === null;
  const shown = { rows: progress.rows, bytes: progress.bytes, errors, original_kept, recipe_size };
  if (exported === undefined) return shown;
  const { source, snapshot, expected: rows_expected = null, manifest_size } = exported;
  return { ...shown, source: { ...source, snapshot: snapshot?.at ?? source.snapshot }, rows_expected, manifest_size };
}
