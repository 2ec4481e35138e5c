import { Controller } from '@nestjs/common';
import { removeComparison, removeFeedback, type RemoveRecord } from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { RemovalService } from './removal.service.js';

/** Handles the removal of single feedback and comparisons. */
@Controller()
export class RemovalConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly removal: RemovalService,
  ) {}

  @CommandHandler(removeFeedback)
  feedback(commands: readonly Command<RemoveRecord>[]) {
    return this.runner.run(
      removeFeedback,
      commands,
      (tx, { body, call }) => this.removal.remove(tx, 'feedback', body, call),
      (tx) => this.removal.lockMetrics(tx, 'feedback', commands),
    );
  }

  @CommandHandler(removeComparison)
  comparison(commands: readonly Command<RemoveRecord>[]) {
    return this.runner.run(
      removeComparison,
      commands,
      (tx, { body, call }) => this.removal.remove(tx, 'comparison', body, call),
      (tx) => this.removal.lockMetrics(tx, 'comparison', commands),
    );
  }
}
