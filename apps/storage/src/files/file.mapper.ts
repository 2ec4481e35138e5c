import { storedFile, type NewExport, type NewFile, type StoredFile } from '@earshot/contracts-storage';
import type { FileEntity } from '../database/entities/file.entity.js';
import type { ConsumedUpload } from '../uploads/upload-assembly.service.js';
import { datasetDetails, recipeDetails, unexported, untouched, type RecipeDetails } from './file-details.js';
import { contentTypeOf, octetStream } from './file-rules.js';

/** The file of a row. */
export function toStoredFile(row: FileEntity): StoredFile {
  return storedFile.parse({
    id: row.id,
    kind: row.kind,
    project_id: row.projectId,
    ...(row.key !== null && { key: row.key }),
    name: row.name,
    status: row.status,
    size: Number(row.size),
    sha256: row.sha256,
    content_type: row.contentType,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...ownFields(row),
  });
}

/** The same, short enough that a hundred of them fit into one answer. */
export function toListedFile(row: FileEntity): StoredFile {
  const file = toStoredFile(row);
  return file.kind === 'dataset' ? { ...file, errors: file.errors.slice(0, 1) } : file;
}

/** The row of a new file. */
export function toRow(file: NewFile, upload: ConsumedUpload, now: Date): FileEntity {
  return {
    ...unbegun(now),
    id: file.id,
    kind: file.kind,
    projectId: file.project_id,
    key: 'key' in file ? file.key : null,
    name: file.name,
    sessionId: upload.sessionId,
    size: String(upload.size),
    contentType: contentTypeOf[file.kind] ?? upload.contentType ?? octetStream,
    details: firstDetails(file),
  };
}

/** The row of a dataset that is to be exported. */
export function toExportRow({ id, project_id, key, name, source }: NewExport, now: Date): FileEntity {
  const contentType = contentTypeOf.dataset ?? octetStream;
  const details = unexported(source);
  return { ...unbegun(now), id, kind: 'dataset', projectId: project_id, key, name, contentType, details };
}

function unbegun(now: Date) {
  return {
    status: 'processing',
    sessionId: null,
    size: '0',
    sha256: null,
    refusal: null,
    createdAt: now,
    updatedAt: now,
    worker: null,
    leasedUntil: null,
    attempts: 0,
    originalUntil: null,
    deleteAfter: null,
  };
}

function firstDetails(file: NewFile): object {
  if (file.kind === 'dataset') return untouched;
  if (file.kind === 'artifact') return {};
  return { entry_point: file.entry_point, entries: null, unpacked_size: null } satisfies RecipeDetails;
}

function ownFields({ kind, details }: FileEntity): object {
  if (kind === 'recipe') return recipeDetails.parse(details);
  if (kind !== 'dataset') return {};
  const { progress, errors, original_kept, recipe_size, exported } = datasetDetails.parse(details);
  const shown = { rows: progress.rows, bytes: progress.bytes, errors, original_kept, recipe_size };
  if (exported === undefined) return shown;
  const { source, snapshot, manifest_size } = exported;
  return { ...shown, source: { ...source, snapshot: snapshot?.at ?? source.snapshot }, manifest_size };
}
