import { Controller } from '@nestjs/common';
import { countInteractions, type CountInteractions } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { CountingService } from './counting.service.js';

/** Handles commands that count interactions. */
@Controller()
export class CountingConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly counting: CountingService,
  ) {}

  @CommandHandler(countInteractions)
  count(commands: readonly Command<CountInteractions>[]) {
    return this.runner.read(commands, (tx, { body }) => this.counting.count(tx, body));
  }
}
