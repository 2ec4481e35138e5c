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
import { ValueListsService } from './value-lists.service.js';
import { ValuesService } from './values.service.js';

/** Takes what is said about completions and sessions. */
@Controller()
export class ValuesConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly values: ValuesService,
    private readonly lists: ValueListsService,
  ) {}

  @CommandHandler(recordFeedback)
  async feedback(commands: readonly Command<RecordFeedback>[]): Promise<Committed<{ id: string }>> {
    const subjectOf = await this.values.completionsOf(commands);
    return this.runner.runTogether(recordFeedback, commands, {
      prepare: (tx) => this.values.lockMetrics(tx, commands, subjectOf),
      handle: (tx, fresh, metricOf) => this.values.recordFeedback(tx, fresh, subjectOf, metricOf),
    });
  }

  @CommandHandler(recordOutcome)
  async outcomes(commands: readonly Command<RecordOutcome>[]): Promise<Committed<{ id: string }>> {
    const subjectOf = await this.values.sessionsOf(commands);
    return this.runner.runTogether(recordOutcome, commands, {
      prepare: (tx) => this.values.lockMetrics(tx, commands, subjectOf),
      handle: (tx, fresh, metricOf) => this.values.recordOutcomes(tx, fresh, subjectOf, metricOf),
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
