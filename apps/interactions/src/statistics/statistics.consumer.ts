import { Controller } from '@nestjs/common';
import { interactionStatistics, type InteractionStatisticsRequest } from '@earshot/contracts-interactions';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { StatisticsService } from './statistics.service.js';

/** Handles reads of statistics. */
@Controller()
export class StatisticsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly statistics: StatisticsService,
  ) {}

  @CommandHandler(interactionStatistics)
  read(commands: readonly Command<InteractionStatisticsRequest>[]) {
    return this.runner.read(commands, (tx, { body }) => this.statistics.read(tx, body));
  }
}
