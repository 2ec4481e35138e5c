import { Controller } from '@nestjs/common';
import { metricSummary, type MetricSummaryRequest } from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { SummariesService } from './summaries.service.js';

/** Handles reads of summaries. */
@Controller()
export class SummariesConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly summaries: SummariesService,
  ) {}

  @CommandHandler(metricSummary)
  summarise(commands: readonly Command<MetricSummaryRequest>[]) {
    return this.runner.read(commands, (tx, { body }) => this.summaries.summarise(tx, body));
  }
}
