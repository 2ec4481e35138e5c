import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  createFile,
  deleteFile,
  exportDataset,
  fileOutcome,
  listFiles,
  locateFile,
  readFile,
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
import type { RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';

type Kind = StoredFile['kind'];

/** A file of a kind. */
export type FileOf<K extends Kind> = Extract<StoredFile, { kind: K }>;

/** How long a caller waits for a zip to be checked or a file to be put together: 512 MiB take some seconds, and the next one waits for it. */
const outcomeDeadlineMs = 60_000;

/** Longer than any id or key: such a name is no file's, and no service is asked for it. */
const maxNameLength = 128;

/** The first look follows soon, since most files are small; later ones take longer each, up to the last. */
const firstLookMs = 25;
const lastLookMs = 500;

/** Asks the storage service about datasets, recipes and artifacts. */
@Injectable()
export class Files {
  constructor(private readonly lanes: LaneClient) {}

  /** @param command id of it. @throws AppError, see the contract. */
  async create<K extends Kind>(
    file: Extract<NewFile, { kind: K }>,
    command: string,
    call: CallContext,
  ): Promise<FileOf<K>> {
    const key = file.project_id ?? file.id;
    return (await this.lanes.command(createFile, file, { call, id: command, key })) as FileOf<K>;
  }

  /** A dataset of what is on record. @param command id of it. @throws AppError `key_taken`, `id_taken` */
  export(dataset: NewExport, command: string, call: CallContext): Promise<FileOf<'dataset'>> {
    return this.lanes.command(exportDataset, dataset, { call, id: command, key: dataset.project_id });
  }

  /** The file once it may be used. @throws AppError what it is refused with; `deadline_exceeded` where that is not decided in time. */
  settled<K extends Kind>({ kind, id }: { kind: K; id: string }, call: CallContext): Promise<FileOf<K>> {
    return this.#until(
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

  /** @throws AppError `<kind>_not_found` */
  async delete(name: FileName, command: string, { call }: RequestContext): Promise<void> {
    await this.lanes.command(deleteFile, known(name), { call, id: command, key: name.project_id ?? name.file });
  }

  /** Where the file is, once it is there. @throws AppError `<kind>_not_found`, `dataset_not_ready`, `deadline_exceeded` */
  async locate(request: LocateFile, call: CallContext): Promise<LocatedFile> {
    const ask = () => this.#read(locateFile, known(request), call);
    return this.#until(ask, ({ download_url }) => download_url !== null, request.kind);
  }

  async #until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean, kind: Kind): Promise<T> {
    const end = Date.now() + outcomeDeadlineMs;
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(pauseMs * 2, lastLookMs)) {
      const answer = await ask();
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
      throw overloaded('service_unavailable', 'Stored files are not available at the moment. Try again.', 2, {
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
  const message = `Work on the ${kind} has not ended in time, and goes on. Look for it later.`;
  return timedOut('deadline_exceeded', message);
}
