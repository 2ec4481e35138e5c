import { Controller } from '@nestjs/common';
import { feedbackStatistics, type FeedbackStatisticsRequest } from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { FeedbackStatisticsService } from './feedback-statistics.service.js';

/** Handles reads of statistics. */
@Controller()
export class FeedbackStatisticsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly statistics: FeedbackStatisticsService,
  ) {}

  @CommandHandler(feedbackStatistics)
  read(commands: readonly Command<FeedbackStatisticsRequest>[]) {
    return this.runner.read(commands, (tx, { body }) => this.statistics.read(tx, body));
  }
}
