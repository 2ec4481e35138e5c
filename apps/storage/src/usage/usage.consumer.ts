import { Controller } from '@nestjs/common';
import { readStorageUsage, type ReadStorageUsage } from '@earshot/contracts-storage';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { Quotas } from './quotas.js';

/** Handles the command for the usage of a project. */
@Controller()
export class UsageConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly quotas: Quotas,
  ) {}

  @CommandHandler(readStorageUsage)
  read(commands: readonly Command<ReadStorageUsage>[]) {
    return this.runner.read(commands, (tx, { body }) => this.quotas.read(tx, body.project_id));
  }
}
