import { Controller } from '@nestjs/common';
import {
  createMetric,
  deleteMetric,
  listMetrics,
  lookUpFeedbackCommand,
  updateMetric,
  type CreateMetric,
  type DeleteMetric,
  type ListMetrics,
  type UpdateMetric,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { MetricsService } from './metrics.service.js';

/** Handles the commands of metrics. */
@Controller()
export class MetricsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly metrics: MetricsService,
  ) {}

  @CommandHandler(createMetric)
  create(commands: readonly Command<CreateMetric>[]) {
    return this.runner.run(createMetric, commands, (tx, { body, call }) => this.metrics.create(tx, body, call));
  }

  @CommandHandler(updateMetric)
  update(commands: readonly Command<UpdateMetric>[]) {
    return this.runner.run(updateMetric, commands, (tx, { body, call }) => this.metrics.update(tx, body, call));
  }

  @CommandHandler(deleteMetric)
  remove(commands: readonly Command<DeleteMetric>[]) {
    return this.runner.run(deleteMetric, commands, (tx, { body, call }) => this.metrics.remove(tx, body, call));
  }

  @CommandHandler(listMetrics)
  list(commands: readonly Command<ListMetrics>[]) {
    return this.runner.read(commands, (tx, { body }) => this.metrics.list(tx, body));
  }

  @CommandHandler(lookUpFeedbackCommand)
  lookUp(commands: readonly Command<{ command_id: string }>[]) {
    return this.runner.lookUp(commands);
  }
}
