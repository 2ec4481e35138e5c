import { Controller } from '@nestjs/common';
import { importInteraction, type ImportInteraction } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ImportsService } from './imports.service.js';

/** Takes interactions that took place elsewhere. */
@Controller()
export class ImportsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly imports: ImportsService,
  ) {}

  @CommandHandler(importInteraction)
  async import(commands: readonly Command<ImportInteraction>[]) {
    const plans = await this.imports.plan(commands);
    const results = await this.runner.runTogether(importInteraction, commands, {
      prepare: (tx) => this.imports.room(tx, commands),
      handle: (tx, fresh, room) => this.imports.write(tx, fresh, plans, room),
    });
    await this.imports.removeTextsOfRejected(plans);
    return results;
  }
}
