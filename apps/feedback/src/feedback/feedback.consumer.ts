import { Controller } from '@nestjs/common';
import {
  listFeedback,
  listOutcomes,
  recordFeedback,
  recordOutcome,
  type ListFeedback,
  type ListOutcomes,
  type RecordFeedback,
  type RecordOutcome,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command, type Committed } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { FeedbackListsService } from './feedback-lists.service.js';
import { FeedbackService } from './feedback.service.js';

/** Handles the commands of feedback and outcomes. */
@Controller()
export class FeedbackConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly service: FeedbackService,
    private readonly lists: FeedbackListsService,
  ) {}

  @CommandHandler(recordFeedback)
  async feedback(commands: readonly Command<RecordFeedback>[]): Promise<Committed<{ id: string }>> {
    const subjectOf = await this.service.completionsOf(commands);
    return this.runner.runTogether(recordFeedback, commands, {
      prepare: (tx) => this.service.lockMetrics(tx, commands, subjectOf),
      handle: (tx, fresh, metricOf) => this.service.recordFeedback(tx, fresh, subjectOf, metricOf),
    });
  }

  @CommandHandler(recordOutcome)
  async outcomes(commands: readonly Command<RecordOutcome>[]): Promise<Committed<{ id: string }>> {
    const subjectOf = await this.service.sessionsOf(commands);
    return this.runner.runTogether(recordOutcome, commands, {
      prepare: (tx) => this.service.lockMetrics(tx, commands, subjectOf),
      handle: (tx, fresh, metricOf) => this.service.recordOutcomes(tx, fresh, subjectOf, metricOf),
    });
  }

  @CommandHandler(listFeedback)
  listFeedback(commands: readonly Command<ListFeedback>[]) {
    return this.runner.read(commands, (tx, { body }) => this.lists.feedback(tx, body));
  }

  @CommandHandler(listOutcomes)
  listOutcomes(commands: readonly Command<ListOutcomes>[]) {
    return this.runner.read(commands, (tx, { body }) => this.lists.outcomes(tx, body));
  }
}
