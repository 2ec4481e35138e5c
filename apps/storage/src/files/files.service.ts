import { Inject, Injectable } from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import type {
  FileName,
  FilePage,
  ListFiles,
  LocatedFile,
  LocateFile,
  NewFile,
  StoredFile,
} from '@earshot/contracts-storage';
import { AppError, fromWireError, toWireError, type WireError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { UploadAssembly, type ConsumedUpload } from '../uploads/upload-assembly.service.js';
import { sessionNotFound } from '../uploads/uploads.errors.js';
import { datasetDetails } from './file-details.js';
import { originalKeyOf, recipeKeyOf } from './file-keys.js';
import { maxBytesOf, urlValidS } from './file-rules.js';
import { toListedFile, toRow, toStoredFile } from './file.mapper.js';
import { datasetNotReady, fileNotFound, fileTooLarge } from './files.errors.js';
import { FilesRepository } from './files.repository.js';

/** The rules of datasets, recipes and artifacts. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly uploads: UploadAssembly,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Whatever refuses it leaves its upload session as it was. @throws AppError, see the contract. */
  async create(tx: Transaction, file: NewFile): Promise<StoredFile> {
    if (!uuid.safeParse(file.upload_session_id).success) throw sessionNotFound(file.upload_session_id);
    const use = { projectId: file.project_id, sessionId: file.upload_session_id, targetKey: targetKeyOf(file) };
    const upload = await asked(this.uploads.consume(tx, use));
    const maxBytes = maxBytesOf[file.kind];
    if (upload.size > maxBytes) throw fileTooLarge(file, maxBytes);
    const row = toRow(file, upload, new Date());
    await this.files.insert(tx, row);
    return toStoredFile(row);
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
  async delete(tx: Transaction, name: FileName): Promise<{ id: string }> {
    const row = await this.files.lock(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    await this.files.setDeleteAfter(tx, row.id, new Date());
    if (row.sha256 === null) await this.uploads.abandon(tx, row.sessionId);
    return { id: row.id };
  }

  /** @throws AppError `<kind>_not_found`, `dataset_not_ready` */
  async locate(tx: Transaction, { format, ...name }: LocateFile): Promise<LocatedFile> {
    const row = await this.#find(tx, name);
    const { id, key, createdAt, contentType: content_type } = row;
    const file = { id, name: row.name, key, created_at: createdAt.toISOString(), content_type };
    const details = row.kind === 'dataset' ? datasetDetails.parse(row.details) : undefined;
    if (details !== undefined && (format === 'recipe' || !details.original_kept)) {
      const size = details.recipe_size;
      if (size === null) throw datasetNotReady(String(key), row.status as StoredFile['status']);
      const download_url = await this.store.downloadUrl(recipeKeyOf(row), urlValidS);
      // Made once and never changed, so that the dataset's own id names it.
      return { ...file, size, version: `${id}.recipe`, download_url };
    }
    const size = Number(row.size);
    if (row.sha256 === null) return { ...file, size, version: id, download_url: null };
    const download_url = await this.store.downloadUrl(originalKeyOf(row), urlValidS);
    return { ...file, size, version: row.sha256, download_url };
  }

  async #find(tx: Transaction, name: FileName): Promise<FileEntity> {
    const row = await this.files.find(tx, name);
    if (row === null) throw fileNotFound(name.kind, name.file);
    return row;
  }
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
