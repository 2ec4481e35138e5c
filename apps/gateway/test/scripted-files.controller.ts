import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import {
  cancelDataset,
  createFile,
  deleteFile,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
  type CancelDataset,
  type DatasetFile,
  type FileName,
  type FilePage,
  type ListFiles,
  type LocateFile,
  type LocatedFile,
  type NewFile,
  type StoredFile,
} from '@earshot/contracts-storage';
import { AppError, conflict, invalidRequest, notFound } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';
import { bucket } from './scripted-storage.controller.js';

/** Bytes of the uploads that there are, by their session. */
export const uploads = new Map<string, Buffer>();

/** How often the storage service is to say of the next file that it is not there yet. */
export const unfinished = { looks: 0 };

/** Whether the storage service presigns downloads for clients. */
export const publicBucket = { isReached: false };

/** A recipe of this is refused. */
export const badZip = Buffer.from('no zip');

/** An upload with all its parts. @returns its session. */
export function uploaded(bytes: Buffer | string): string {
  const session = randomUUID();
  uploads.set(session, Buffer.from(bytes));
  return session;
}

type Results<R> = Promise<CommandResult<R>[]>;

/** The storage service as far as files go, with its rows in memory. */
@Controller()
export class ScriptedFilesController {
  readonly #files = new Map<string, StoredFile>();
  readonly #done = new Map<string, StoredFile>();

  @CommandHandler(createFile)
  create(group: readonly Command<NewFile>[]): Results<StoredFile> {
    return each(group, ({ id, body }) => {
      const before = this.#done.get(id);
      if (before !== undefined) return before;
      const bytes = uploads.get(body.upload_session_id);
      if (bytes === undefined) throw notFound('session', body.upload_session_id, { param: 'upload_session_id' });
      if ('key' in body && this.#find({ ...body, file: body.key }))
        throw conflict('key_taken', `There is a ${body.kind} '${body.key}' already.`, { param: 'key' });
      bucket.objects.set(body.id, bytes);
      const file = { ...newFile(body, bytes), status: 'processing' } as StoredFile;
      this.#files.set(file.id, file);
      this.#done.set(id, file);
      return file;
    });
  }

  @CommandHandler(fileOutcome)
  outcome(group: readonly Command<{ id: string }>[]): Results<StoredFile> {
    return each(group, ({ body }) => {
      const file = this.#files.get(body.id) as StoredFile;
      if (unfinished.looks-- > 0) return file;
      if (bucket.objects.get(file.id)?.equals(badZip))
        throw invalidRequest('recipe_invalid', 'The zip can not be taken.', { param: 'upload_session_id' });
      file.status = 'ready';
      return file;
    });
  }

  @CommandHandler(readFile)
  read(group: readonly Command<FileName>[]): Results<StoredFile> {
    return each(group, ({ body }) => this.#get(body));
  }

  @CommandHandler(listFiles)
  list(group: readonly Command<ListFiles>[]): Results<FilePage> {
    return each(group, ({ body }) => ({
      data: [...this.#files.values()].filter((file) => file.kind === body.kind && isIn(file, body)),
      next_cursor: null,
    }));
  }

  @CommandHandler(deleteFile)
  delete(group: readonly Command<FileName>[]): Results<{ id: string }> {
    return each(group, ({ body }) => {
      const { id } = this.#get(body);
      this.#files.delete(id);
      return { id };
    });
  }

  @CommandHandler(cancelDataset)
  cancel(group: readonly Command<CancelDataset>[]): Results<DatasetFile> {
    return each(group, ({ body }) => {
      const file = this.#get(body) as DatasetFile;
      if (file.status === 'ready') throw conflict('dataset_processed', 'It is ready.');
      return Object.assign(file, { status: 'failed', cancelled_at: file.cancelled_at ?? new Date().toISOString() });
    });
  }

  @CommandHandler(locateFile)
  locate(group: readonly Command<LocateFile>[]): Results<LocatedFile> {
    return each(group, ({ body }) => {
      const file = this.#get(body);
      if (body.format === 'recipe') throw conflict('dataset_not_ready', 'It is being converted.', { param: 'format' });
      const { id, name, created_at, size, content_type } = file;
      const key = 'key' in file ? file.key : null;
      const download_url = unfinished.looks-- > 0 ? null : bucket.urlOf(id);
      const forClients = publicBucket.isReached && { public_url: `${bucket.urlOf(id)}?X-Amz-Signature=s3cret` };
      return { id, name, key, created_at, size, content_type, version: id, download_url, ...forClients };
    });
  }

  #find(name: FileName): StoredFile | undefined {
    const files = [...this.#files.values()].filter((file) => file.kind === name.kind && isIn(file, name));
    return files.find((file) => file.id === name.file || ('key' in file && file.key === name.file));
  }

  #get(name: FileName): StoredFile {
    const file = this.#find(name);
    if (file === undefined) throw notFound(name.kind, name.file);
    return file;
  }
}

function isIn(file: StoredFile, { kind, project_id }: Pick<FileName, 'kind' | 'project_id'>): boolean {
  if (kind === 'artifact' && project_id === null) return true;
  return file.project_id === project_id || (kind === 'recipe' && file.project_id === null);
}

function newFile({ upload_session_id: _, ...body }: NewFile, bytes: Buffer): object {
  const now = new Date().toISOString();
  const file = { ...body, created_at: now, updated_at: now, size: bytes.length, sha256: 'a'.repeat(64) };
  if (body.kind === 'recipe') return { ...file, content_type: 'application/zip', entries: 1, unpacked_size: 7 };
  if (body.kind === 'artifact') return { ...file, content_type: 'text/html' };
  const converted = { rows: 0, bytes: 0, errors: [], original_kept: true, recipe_size: null };
  return { ...file, content_type: 'application/x-ndjson', ...converted };
}

function each<Q, R>(group: readonly Command<Q>[], act: (command: Command<Q>) => R): Results<R> {
  return Promise.resolve(
    group.map((command): CommandResult<R> => {
      try {
        return { ok: act(command) };
      } catch (error) {
        if (error instanceof AppError) return { error };
        throw error;
      }
    }),
  );
}
