import { Controller } from '@nestjs/common';
import {
  listComparisons,
  recordComparison,
  type ListComparisons,
  type RecordComparison,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command, type Committed } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ComparisonsService } from './comparisons.service.js';

/** Handles the commands of comparisons. */
@Controller()
export class ComparisonsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly comparisons: ComparisonsService,
  ) {}

  @CommandHandler(recordComparison)
  async record(commands: readonly Command<RecordComparison>[]): Promise<Committed<{ id: string }>> {
    const compared = await this.comparisons.compared(commands);
    return this.runner.runTogether(recordComparison, commands, {
      prepare: (tx) => this.comparisons.lockMetrics(tx, commands, compared),
      handle: (tx, fresh, metricOf) => this.comparisons.record(tx, fresh, compared, metricOf),
    });
  }

  @CommandHandler(listComparisons)
  list(commands: readonly Command<ListComparisons>[]) {
    return this.runner.read(commands, (tx, { body }) => this.comparisons.list(tx, body));
  }
}
