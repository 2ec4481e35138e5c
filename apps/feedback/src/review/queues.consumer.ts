import { Controller } from '@nestjs/common';
import {
  createReviewQueue,
  deleteReviewQueue,
  listReviewQueues,
  readReviewAgreement,
  readReviewQueue,
  updateReviewQueue,
  type CreateReviewQueue,
  type ListReviewQueues,
  type ReviewQueueName,
  type UpdateReviewQueue,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { AgreementService } from './agreement.service.js';
import { QueuesService } from './queues.service.js';

/** Handles the commands of review queues. */
@Controller()
export class QueuesConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly queues: QueuesService,
    private readonly agreement: AgreementService,
  ) {}

  @CommandHandler(createReviewQueue)
  create(commands: readonly Command<CreateReviewQueue>[]) {
    return this.runner.run(createReviewQueue, commands, (tx, { body, call }) => this.queues.create(tx, body, call));
  }

  @CommandHandler(updateReviewQueue)
  update(commands: readonly Command<UpdateReviewQueue>[]) {
    return this.runner.run(updateReviewQueue, commands, (tx, { body, call }) => this.queues.update(tx, body, call));
  }

  @CommandHandler(deleteReviewQueue)
  remove(commands: readonly Command<ReviewQueueName>[]) {
    return this.runner.run(deleteReviewQueue, commands, (tx, { body, call }) => this.queues.remove(tx, body, call));
  }

  @CommandHandler(readReviewQueue)
  read(commands: readonly Command<ReviewQueueName>[]) {
    return this.runner.read(commands, (tx, { body }) => this.queues.read(tx, body));
  }

  @CommandHandler(listReviewQueues)
  list(commands: readonly Command<ListReviewQueues>[]) {
    return this.runner.read(commands, (tx, { body }) => this.queues.list(tx, body));
  }

  @CommandHandler(readReviewAgreement)
  readAgreement(commands: readonly Command<ReviewQueueName>[]) {
    return this.runner.read(commands, (tx, { body }) => this.agreement.read(tx, body));
  }
}
