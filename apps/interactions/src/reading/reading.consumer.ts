import { Controller } from '@nestjs/common';
import {
  findInteraction,
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type FindInteraction,
  type ListInteractionFeedback,
  type ListInteractions,
  type ReadInteraction,
} from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ReadingService } from './reading.service.js';

/** Handles commands that read interactions. */
@Controller()
export class ReadingConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly reading: ReadingService,
  ) {}

  @CommandHandler(readInteraction)
  async read(commands: readonly Command<ReadInteraction>[]) {
    const behind = await this.reading.catchUp(commands.map(({ body }) => body));
    return this.runner.read(commands, (tx, { body }) => this.reading.read(tx, body, behind));
  }

  @CommandHandler(findInteraction)
  async find(commands: readonly Command<FindInteraction>[]) {
    const behind = await this.reading.catchUp(commands.map(({ body }) => body));
    return this.runner.read(commands, (tx, { body }) => this.reading.read(tx, body, behind));
  }

  @CommandHandler(listInteractions)
  list(commands: readonly Command<ListInteractions>[]) {
    return this.runner.read(commands, (tx, { body }) => this.reading.list(tx, body));
  }

  @CommandHandler(listInteractionFeedback)
  async feedback(commands: readonly Command<ListInteractionFeedback>[]) {
    const behind = await this.reading.catchUpFeedback();
    return this.runner.read(commands, (tx, { body }) => this.reading.feedback(tx, body, behind));
  }
}
