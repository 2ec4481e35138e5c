import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { id as uuid, type CallContext } from '@earshot/contracts-core';
import type {
  CancelDataset,
  DatasetFile,
  FileName,
  FilePage,
  ListFiles,
  LocateFile,
  NewExport,
  NewFile,
  StoredFile,
} from '@earshot/contracts-storage';
import { AppError, fromWireError, toWireError, type WireError } from '@earshot/errors';
import { nextUpdate, now, type Transaction } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import { UploadAssembly, type ConsumedUpload } from '../uploads/upload-assembly.service.js';
import { sessionNotFound } from '../uploads/uploads.errors.js';
import { ErasuresService } from '../erasures/erasures.service.js';
import { Quotas } from '../usage/quotas.js';
import { derivedObject } from './derived-object.js';
import type { FoundFile } from './download-urls.js';
import { datasetDetails } from './file-details.js';
import { maxBytesOf, originalKeyOf } from './file-rules.js';
import { exportedRow, toListedFile, toStoredFile, uploadedRow } from './file.mapper.js';
import { datasetProcessed, datasetWithheld, fileNotFound, fileTooLarge } from './files.errors.js';
import { FilesRepository } from './files.repository.js';

/** Files per transaction, which takes tens of milliseconds. */
const removalBatch = 32;

/** A file before and after an audited action. */
const sidesOf = {
  create: (after: object) => ({ before: null, after }),
  delete: (before: object) => ({ before, after: null }),
  cancel: (file: object) => ({
    before: { ...file, status: 'processing' },
    after: { ...file, status: 'cancelled' },
  }),
};

/** The rules of datasets, recipes and artifacts. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly uploads: UploadAssembly,
    private readonly quotas: Quotas,
    private readonly erasures: ErasuresService,
    private readonly changes: ResourceChanges,
  ) {}

  /** Locks the counters of the projects of a group of {@link create} commands. */
  lockUsage(tx: Transaction, commands: readonly { readonly body: NewFile }[]): Promise<void> {
    const sessions = commands.map(({ body }) => body.upload_session_id).filter((id) => uuid.safeParse(id).success);
    const projects = commands.flatMap(({ body }) => body.project_id ?? []);
    return this.quotas.lockSessions(tx, sessions, projects);
  }

  /**
   * Creates a file from an upload session. An error leaves the session unchanged.
   * @throws AppError, see the contract.
   */
  async create(tx: Transaction, file: NewFile, call: CallContext): Promise<StoredFile> {
    if (!uuid.safeParse(file.upload_session_id).success) throw sessionNotFound(file.upload_session_id);
    const { upload_session_id: session_id, project_id, session_without_project: orWithoutProject } = file;
    const session = { session_id, project_id, orWithoutProject };
    const upload = await renamingParam(this.uploads.consume(tx, session, originalKeyOf(file)));
    const maxBytes = maxBytesOf[file.kind];
    if (upload.size > maxBytes) throw fileTooLarge(file, maxBytes);
    const row = uploadedRow(file, upload);
    await this.files.insert(tx, row);
    // Its bytes were checked when the parts were uploaded, for the project of the session.
    const names = upload.project_id === project_id ? (['objects'] as const) : (['objects', 'bytes'] as const);
    if (project_id !== null) await this.quotas.check(tx, project_id, names);
    await this.#audit(tx, row, 'create', call);
    return toStoredFile(row);
  }

  /**
   * Creates a dataset of interactions. The export checks its bytes later.
   * @throws AppError `key_taken`, `id_taken`, `quota_exceeded`
   */
  async export(tx: Transaction, dataset: NewExport, call: CallContext): Promise<DatasetFile> {
    const row = exportedRow(dataset);
    await this.files.insert(tx, row);
    await this.quotas.check(tx, dataset.project_id, ['objects', 'bytes']);
    await this.#audit(tx, row, 'create', call);
    return toStoredFile(row) as DatasetFile;
  }

  /** @throws AppError `<kind>_not_found` */
  async read(tx: Transaction, name: FileName): Promise<StoredFile> {
    return toStoredFile(await this.#find(tx, name));
  }

  /** @throws AppError `<kind>_not_found`; the error that the processing ended with. */
  async outcome(tx: Transaction, { kind, id }: { kind: StoredFile['kind']; id: string }): Promise<StoredFile> {
    const row = await this.files.findById(tx, kind, id);
    if (row !== null && row.refusal !== null) throw fromWireError(row.refusal as WireError);
    if (row === null || row.delete_after !== null) throw fileNotFound(kind, id);
    return toStoredFile(row);
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, request: ListFiles): Promise<FilePage> {
    const { rows, nextCursor } = await this.files.page(tx, request);
    return { data: rows.map(toListedFile), next_cursor: nextCursor };
  }

  /**
   * Cancels the processing of a dataset, in whichever process it runs. A cancelled dataset stays as it is.
   * @throws AppError `dataset_not_found`, `dataset_processed`
   */
  async cancel(tx: Transaction, name: CancelDataset, call: CallContext): Promise<DatasetFile> {
    const row = await this.files.lock(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    if (row.cancelled_at !== null) return toStoredFile(row) as DatasetFile;
    if (row.status !== 'processing') throw datasetProcessed(String(row.key), row.status);
    const at = nextUpdate(row.updated_at);
    const cancelled: FileEntity = { ...row, status: 'failed', updated_at: at, cancelled_at: at, clear_after: at };
    await this.files.cancel(tx, cancelled);
    await this.#audit(tx, row, 'cancel', call);
    return toStoredFile(cancelled) as DatasetFile;
  }

  /** @throws AppError `<kind>_not_found` */
  async delete(tx: Transaction, name: FileName, call: CallContext): Promise<{ id: string }> {
    const row = await this.files.lock(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    await this.files.setDeleteAfter(tx, row.id, now());
    await this.#audit(tx, row, 'delete', call);
    return { id: row.id };
  }

  /** Deletes some files of a deleted project. @returns whether there may be more. */
  removeBatch(projectId: string): Promise<boolean> {
    return this.files.transaction(async (tx) => {
      const rows = await this.files.lockBatch(tx, projectId, removalBatch);
      for (const { id } of rows) await this.files.setDeleteAfter(tx, id, now());
      return rows.length === removalBatch;
    });
  }

  /** @throws AppError `<kind>_not_found`, `dataset_not_ready`, `dataset_withheld`, `manifest_not_found` */
  async locate(tx: Transaction, { format, ...name }: LocateFile): Promise<FoundFile> {
    const row = await this.#find(tx, name);
    const { id, name: filename, key, created_at, content_type, size, sha256 } = row;
    const file = { id, name: filename, key, created_at, content_type };
    if (row.kind === 'dataset') await this.#requireUnerased(tx, row);
    const derived = row.kind === 'dataset' ? derivedObject(row, format) : undefined;
    if (derived !== undefined) {
      const { key: objectKey, ...rest } = derived;
      return { file: { ...file, ...rest }, objectKey };
    }
    if (sha256 === null) return { file: { ...file, size, version: id }, objectKey: null };
    return { file: { ...file, size, version: sha256 }, objectKey: originalKeyOf(row) };
  }

  /** Records name, size and origin only: content and filters may contain personal data. */
  async #audit(tx: Transaction, row: FileEntity, action: keyof typeof sidesOf, call: CallContext): Promise<void> {
    const { id, key, name, size, kind: resource, session_id, project_id } = row;
    const file = { key, name, size, from: session_id === null ? 'interactions' : 'upload' };
    await this.changes.audit(tx, { resource, resource_id: id, project_id, ...sidesOf[action](file) }, call);
  }

  /** @throws AppError `dataset_withheld` */
  async #requireUnerased(tx: Transaction, row: FileEntity): Promise<void> {
    const { erased_at = null } = datasetDetails.parse(row.details);
    const withheld = erased_at !== null || (await this.erasures.isWithheld(tx, row.id));
    if (withheld) throw datasetWithheld(String(row.key), erased_at);
  }

  async #find(tx: Transaction, name: FileName): Promise<FileEntity> {
    const row = await this.files.find(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    return row;
  }
}

/** Errors of a session name the field of the session's own commands; here the field has another name. */
async function renamingParam(upload: Promise<ConsumedUpload>): Promise<ConsumedUpload> {
  try {
    return await upload;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw fromWireError({ ...toWireError(error), param: 'upload_session_id' });
  }
}
