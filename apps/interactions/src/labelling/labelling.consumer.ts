import { Controller } from '@nestjs/common';
import { labelInteraction, type LabelInteraction } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ReadingService } from '../reading/reading.service.js';
import { LabellingService } from './labelling.service.js';

/** Handles commands that change labels. */
@Controller()
export class LabellingConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly reading: ReadingService,
    private readonly labelling: LabellingService,
  ) {}

  @CommandHandler(labelInteraction)
  async label(commands: readonly Command<LabelInteraction>[]) {
    const behind = await this.reading.catchUp(commands.map(({ body }) => body));
    return this.runner.run(labelInteraction, commands, (tx, { body }) => this.labelling.label(tx, body, behind));
  }
}
