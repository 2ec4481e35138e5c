import { Controller } from '@nestjs/common';
import { readInteractionsUsage, type ReadInteractionsUsage } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { Quotas } from './quotas.js';

/** Handles the command that reads the usage of a project. */
@Controller()
export class UsageConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly quotas: Quotas,
  ) {}

  @CommandHandler(readInteractionsUsage)
  read(commands: readonly Command<ReadInteractionsUsage>[]) {
    return this.runner.read(commands, (tx, { body }) => this.quotas.read(tx, body.project_id));
  }
}
