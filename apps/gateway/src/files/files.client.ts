import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  cancelDataset,
  createFile,
  deleteFile,
  exportDataset,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
  type CancelDataset,
  type FileName,
  type ListFiles,
  type LocateFile,
  type LocatedFile,
  type NewExport,
  type NewFile,
  type StoredFile,
} from '@earshot/contracts-storage';
import { AppError, notFound, overloaded, timedOut } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { RequestContext } from '../auth/request-context.js';
import type { Page } from '../management/management.client.js';

/** Kind of a file. */
export type Kind = StoredFile['kind'];

/** A file of one kind. */
export type FileOf<K extends Kind> = Extract<StoredFile, { kind: K }>;

/**
 * Longest wait for a zip check or the assembly of a file: 512 MiB take seconds, and files are processed one after the
 * other.
 */
const outcomeDeadlineMs = 60_000;

/** Longer names match no id or key and are rejected here. */
const maxNameLength = 128;

/** Polling starts fast, because most files are small, and backs off. */
const minPollMs = 25;
const maxPollMs = 500;

/** Sends commands about datasets, recipes and artifacts to the storage service. */
@Injectable()
export class FilesClient {
  constructor(private readonly lanes: LaneClient) {}

  /** Creates a file of an upload. @param command id of the command. @throws AppError as the contract says. */
  async create<K extends Kind>(
    file: Extract<NewFile, { kind: K }>,
    command: string,
    { caller, call }: RequestContext,
  ): Promise<FileOf<K>> {
    const key = file.project_id ?? file.id;
    const request = { ...file, session_without_project: caller.projectId === null };
    return (await this.lanes.command(createFile, request, { call, id: command, key })) as FileOf<K>;
  }

  /**
   * Creates a dataset of recorded interactions.
   * @param command id of the command.
   * @throws AppError `key_taken`, `id_taken`
   */
  export(dataset: NewExport, command: string, call: CallContext): Promise<FileOf<'dataset'>> {
    return this.lanes.command(exportDataset, dataset, { call, id: command, key: dataset.project_id });
  }

  /** Waits until a file is processed. @throws AppError the error of processing; `deadline_exceeded` after 60 s. */
  waitUntilProcessed<K extends Kind>({ kind, id }: { kind: K; id: string }, call: CallContext): Promise<FileOf<K>> {
    return this.#poll(
      async () => (await this.#read(fileOutcome, { kind, id }, call)) as FileOf<K>,
      ({ status }) => status !== 'processing',
      kind,
    );
  }

  /** @throws AppError `<kind>_not_found` */
  async read<K extends Kind>(name: FileName & { kind: K }, call: CallContext): Promise<FileOf<K>> {
    return (await this.#read(readFile, known(name), call)) as FileOf<K>;
  }

  /** @throws AppError `cursor_invalid` */
  async list<K extends Kind>(request: ListFiles & { kind: K }, call: CallContext): Promise<Page<FileOf<K>>> {
    return (await this.#read(listFiles, request, call)) as Page<FileOf<K>>;
  }

  /** @throws AppError `dataset_not_found`, `dataset_processed` */
  cancel(name: CancelDataset, command: string, call: CallContext): Promise<FileOf<'dataset'>> {
    return this.lanes.command(cancelDataset, known(name), { call, id: command, key: name.project_id });
  }

  /** @throws AppError `<kind>_not_found` */
  async delete(name: FileName, command: string, call: CallContext): Promise<void> {
    await this.lanes.command(deleteFile, known(name), { call, id: command, key: name.project_id ?? name.file });
  }

  /**
   * Waits until a file can be downloaded.
   * @throws AppError `<kind>_not_found`, `dataset_not_ready`, `deadline_exceeded`
   */
  async locate(request: LocateFile, call: CallContext): Promise<LocatedFile> {
    const read = () => this.#read(locateFile, known(request), call);
    return this.#poll(read, ({ download_url }) => download_url !== null, request.kind);
  }

  async #poll<T>(read: () => Promise<T>, isDone: (answer: T) => boolean, kind: Kind): Promise<T> {
    const end = Date.now() + outcomeDeadlineMs;
    for (let pauseMs = minPollMs; ; pauseMs = Math.min(pauseMs * 2, maxPollMs)) {
      const answer = await read();
      if (isDone(answer)) return answer;
      if (Date.now() > end) throw unfinished(kind);
      await sleep(pauseMs);
    }
  }

  async #read<Q, R>(contract: CommandContract<Q, R>, request: Q, call: CallContext): Promise<R> {
    try {
      return await this.lanes.command(contract, request, { call });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'deadline_exceeded') throw error;
      throw overloaded('service_unavailable', 'The file storage is not available. Retry the request.', 2, {
        cause: error,
      });
    }
  }
}

/** @throws AppError `<kind>_not_found` */
function known<Name extends FileName>(name: Name): Name {
  if (name.file.length > maxNameLength) throw notFound(name.kind, name.file);
  return name;
}

function unfinished(kind: Kind): AppError {
  const message = `The ${kind} is still being processed. Get it later to see the result.`;
  return timedOut('deadline_exceeded', message);
}
