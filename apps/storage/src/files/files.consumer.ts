import { Controller } from '@nestjs/common';
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
  type NewExport,
  type NewFile,
  type StoredFile,
} from '@earshot/contracts-storage';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner, outcome } from '@earshot/persistence';
import { DueTasks } from '../tasks/due-tasks.js';
import { Quotas } from '../usage/quotas.js';
import { DownloadUrls } from './download-urls.js';
import { FilesService } from './files.service.js';

/** Handles the commands for datasets, recipes and artifacts. */
@Controller()
export class FilesConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly files: FilesService,
    private readonly tasks: DueTasks,
    private readonly quotas: Quotas,
    private readonly urls: DownloadUrls,
  ) {}

  @CommandHandler(createFile)
  async create(commands: readonly Command<NewFile>[]) {
    const results = await this.runner.run(
      createFile,
      commands,
      (tx, { body, call }) => this.files.create(tx, body, call),
      (tx) => this.files.lockUsage(tx, commands),
    );
    this.tasks.wake('process');
    return results;
  }

  @CommandHandler(exportDataset)
  async export(commands: readonly Command<NewExport>[]) {
    const results = await this.runner.run(
      exportDataset,
      commands,
      (tx, { body, call }) => this.files.export(tx, body, call),
      (tx) => this.quotas.lock(tx, commands),
    );
    this.tasks.wake('process');
    return results;
  }

  @CommandHandler(fileOutcome)
  outcome(commands: readonly Command<{ kind: StoredFile['kind']; id: string }>[]) {
    return this.runner.read(commands, (tx, { body }) => this.files.outcome(tx, body));
  }

  @CommandHandler(readFile)
  read(commands: readonly Command<FileName>[]) {
    return this.runner.read(commands, (tx, { body }) => this.files.read(tx, body));
  }

  @CommandHandler(listFiles)
  list(commands: readonly Command<ListFiles>[]) {
    return this.runner.read(commands, (tx, { body }) => this.files.list(tx, body));
  }

  @CommandHandler(cancelDataset)
  async cancel(commands: readonly Command<CancelDataset>[]) {
    const results = await this.runner.run(cancelDataset, commands, (tx, { body, call }) =>
      this.files.cancel(tx, body, call),
    );
    this.tasks.wake('clear');
    return results;
  }

  @CommandHandler(deleteFile)
  async delete(commands: readonly Command<FileName>[]) {
    const results = await this.runner.run(deleteFile, commands, (tx, { body, call }) =>
      this.files.delete(tx, body, call),
    );
    this.tasks.wake('delete');
    return results;
  }

  @CommandHandler(locateFile)
  async locate(commands: readonly Command<LocateFile>[]) {
    const results = await this.runner.read(commands, async (tx, { body }) => ({
      found: await this.files.locate(tx, body),
      request: body,
    }));
    // After the transaction, which must not wait for the bucket.
    const located = results.map(async (result) =>
      'error' in result ? result : outcome(() => this.urls.presign(result.ok.found, result.ok.request)),
    );
    return Promise.all(located);
  }
}
