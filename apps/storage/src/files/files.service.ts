import { Inject, Injectable } from '@nestjs/common';
import { id as uuid, type CallContext } from '@earshot/contracts-core';
import { auditEntryOf, auditRecorded } from '@earshot/contracts-projects';
import type {
  DatasetFile,
  FileName,
  FilePage,
  ListFiles,
  LocatedFile,
  LocateFile,
  NewExport,
  NewFile,
  StoredFile,
} from '@earshot/contracts-storage';
import { AppError, fromWireError, toWireError, type WireError } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { UploadAssembly, type ConsumedUpload } from '../uploads/upload-assembly.service.js';
import { sessionNotFound } from '../uploads/uploads.errors.js';
import { ErasureChecksRepository } from '../erasures/erasure-checks.repository.js';
import { Quotas } from '../usage/quotas.js';
import { datasetDetails } from './file-details.js';
import { manifestKeyOf, originalKeyOf, recipeKeyOf } from './file-keys.js';
import { maxBytesOf, urlValidS } from './file-rules.js';
import { toExportRow, toListedFile, toRow, toStoredFile } from './file.mapper.js';
import { datasetNotReady, datasetWithheld, fileNotFound, fileTooLarge, manifestNotFound } from './files.errors.js';
import { FilesRepository } from './files.repository.js';

/** Files that are deleted in one transaction, of tens of milliseconds. */
const removedTogether = 32;

/** The rules of datasets, recipes and artifacts. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly uploads: UploadAssembly,
    private readonly quotas: Quotas,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly checks: ErasureChecksRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Keeps from others what {@link create} counts. */
  lockUsageOf(tx: Transaction, files: readonly NewFile[]): Promise<void> {
    const sessions = files.map(({ upload_session_id }) => upload_session_id);
    return this.quotas.lockOf(
      tx,
      sessions.filter((session) => uuid.safeParse(session).success),
    );
  }

  /** Whatever refuses it leaves its upload session as it was. @throws AppError, see the contract. */
  async create(tx: Transaction, file: NewFile, call: CallContext): Promise<StoredFile> {
    if (!uuid.safeParse(file.upload_session_id).success) throw sessionNotFound(file.upload_session_id);
    const use = { projectId: file.project_id, sessionId: file.upload_session_id, targetKey: targetKeyOf(file) };
    const upload = await asked(this.uploads.consume(tx, use));
    const maxBytes = maxBytesOf[file.kind];
    if (upload.size > maxBytes) throw fileTooLarge(file, maxBytes);
    const row = toRow(file, upload, new Date());
    await this.files.insert(tx, row);
    // Its bytes were let in with the parts of its upload.
    if (file.project_id !== null) await this.quotas.check(tx, file.project_id, ['objects']);
    await this.#audit(tx, row, 'create', call);
    return toStoredFile(row);
  }

  /** Its bytes are not known yet: it fails where they get too many. @throws AppError `key_taken`, `id_taken`, `quota_exceeded` */
  async export(tx: Transaction, dataset: NewExport, call: CallContext): Promise<DatasetFile> {
    const row = toExportRow(dataset, new Date());
    await this.files.insert(tx, row);
    await this.quotas.check(tx, dataset.project_id, ['objects', 'bytes']);
    await this.#audit(tx, row, 'create', call);
    return toStoredFile(row) as DatasetFile;
  }

  /** @throws AppError `<kind>_not_found` */
  async read(tx: Transaction, name: FileName): Promise<StoredFile> {
    return toStoredFile(await this.#find(tx, name));
  }

  /** @throws AppError `<kind>_not_found`; what the file was refused with. */
  async outcome(tx: Transaction, { kind, id }: { kind: StoredFile['kind']; id: string }): Promise<StoredFile> {
    const row = await this.files.findById(tx, kind, id);
    if (row !== null && row.refusal !== null) throw fromWireError(row.refusal as WireError);
    if (row === null || row.deleteAfter !== null) throw fileNotFound(kind, id);
    return toStoredFile(row);
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, request: ListFiles): Promise<FilePage> {
    const { rows, nextCursor } = await this.files.page(tx, request);
    return { data: rows.map(toListedFile), next_cursor: nextCursor };
  }

  /** @throws AppError `<kind>_not_found` */
  async delete(tx: Transaction, name: FileName, call: CallContext): Promise<{ id: string }> {
    const row = await this.files.lock(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    await this.#delete(tx, row);
    await this.#audit(tx, row, 'delete', call);
    return { id: row.id };
  }

  /** Deletes some files of a project that is gone. @returns whether there may be more. */
  removeSomeOf(projectId: string): Promise<boolean> {
    return this.files.transaction(async (tx) => {
      const rows = await this.files.lockSomeOf(tx, projectId, removedTogether);
      for (const row of rows) await this.#delete(tx, row);
      return rows.length === removedTogether;
    });
  }

  /** @throws AppError `<kind>_not_found`, `dataset_not_ready`, `dataset_withheld`, `manifest_not_found` */
  async locate(tx: Transaction, { format, ...name }: LocateFile): Promise<LocatedFile> {
    const row = await this.#find(tx, name);
    const { id, key, createdAt, contentType: content_type } = row;
    const file = { id, name: row.name, key, created_at: createdAt.toISOString(), content_type };
    if (row.kind === 'dataset') await this.#requireUnerased(tx, row);
    const made = row.kind === 'dataset' ? madeFile(row, format) : undefined;
    if (made !== undefined) {
      const { size, version } = made;
      return { ...file, size, version, download_url: await this.store.downloadUrl(made.key, urlValidS) };
    }
    const size = Number(row.size);
    if (row.sha256 === null) return { ...file, size, version: id, download_url: null };
    const download_url = await this.store.downloadUrl(originalKeyOf(row), urlValidS);
    return { ...file, size, version: row.sha256, download_url };
  }

  /** What it is and where it came from: what is in it, or which interactions were asked for, may tell of users. */
  async #audit(tx: Transaction, row: FileEntity, action: 'create' | 'delete', call: CallContext): Promise<void> {
    const { id, key, name, size, sessionId, projectId } = row;
    const file = { key, name, size: Number(size), from: sessionId === null ? 'interactions' : 'upload' };
    const sides = action === 'create' ? { before: null, after: file } : { before: file, after: null };
    const resource = row.kind as StoredFile['kind'];
    const change = { resource, resource_id: id, project_id: projectId, ...sides };
    await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }

  async #delete(tx: Transaction, { id, sha256, sessionId }: FileEntity): Promise<void> {
    await this.files.setDeleteAfter(tx, id, new Date());
    if (sha256 === null && sessionId !== null) await this.uploads.abandon(tx, sessionId);
  }

  /** @throws AppError `dataset_withheld` */
  async #requireUnerased(tx: Transaction, row: FileEntity): Promise<void> {
    const { erased_at = null } = datasetDetails.parse(row.details);
    if (erased_at !== null || (await this.checks.of(tx, row.id)).length > 0)
      throw datasetWithheld(String(row.key), erased_at);
  }

  async #find(tx: Transaction, name: FileName): Promise<FileEntity> {
    const row = await this.files.find(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    return row;
  }
}

/** What the service made of a dataset, by the format that is asked for; undefined: the file as it was uploaded or exported is meant. */
function madeFile(
  row: FileEntity,
  format: LocateFile['format'],
): { key: string; size: number; version: string } | undefined {
  const { recipe_size, original_kept, exported } = datasetDetails.parse(row.details);
  const key = String(row.key);
  const ready = (size: number | null): number => {
    if (size === null) throw datasetNotReady(key, row.status as StoredFile['status'], exported === undefined);
    return size;
  };
  // Made once and never changed, so that the dataset's own id names it.
  if (format === 'manifest') {
    if (exported === undefined) throw manifestNotFound(key);
    return { key: manifestKeyOf(row), size: ready(exported.manifest_size), version: `${row.id}.manifest` };
  }
  if (format === 'recipe' || !original_kept)
    return { key: recipeKeyOf(row), size: ready(recipe_size), version: `${row.id}.recipe` };
  // While it is exported there is nothing to wait for: that may take minutes.
  if (exported !== undefined && row.sha256 === null) ready(null);
  return undefined;
}

/** Refusals name the field by its name in the session's own commands; here it has another. */
async function asked(upload: Promise<ConsumedUpload>): Promise<ConsumedUpload> {
  try {
    return await upload;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw fromWireError({ ...toWireError(error), param: 'upload_session_id' });
  }
}

function targetKeyOf({ id, kind, project_id: projectId }: NewFile): string {
  return originalKeyOf({ id, kind, projectId });
}
