import { Controller } from '@nestjs/common';
import {
  addReviewItems,
  leaseReviewItems,
  listReviewItems,
  recordReview,
  releaseReviewLease,
  undoReview,
  type AddReviewItems,
  type LeaseReviewItems,
  type ListReviewItems,
  type RecordReview,
  type ReleaseReviewLease,
  type UndoReview,
} from '@earshot/contracts-feedback';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ItemsService } from './items.service.js';
import { LeasesService } from './leases.service.js';
import { ReviewRecorder } from './review-recorder.service.js';
import { ReviewsService } from './reviews.service.js';

/** Handles the commands of items, leases and reviews. */
@Controller()
export class ReviewsConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly items: ItemsService,
    private readonly leases: LeasesService,
    private readonly recorder: ReviewRecorder,
    private readonly reviews: ReviewsService,
  ) {}

  @CommandHandler(addReviewItems)
  async add(commands: readonly Command<AddReviewItems>[]) {
    const known = await this.items.completions(commands);
    return this.runner.run(addReviewItems, commands, (tx, { body }) => this.items.add(tx, body, known));
  }

  @CommandHandler(listReviewItems)
  list(commands: readonly Command<ListReviewItems>[]) {
    return this.runner.read(commands, (tx, { body }) => this.items.list(tx, body));
  }

  @CommandHandler(leaseReviewItems)
  lease(commands: readonly Command<LeaseReviewItems>[]) {
    return this.runner.run(leaseReviewItems, commands, (tx, { body }) => this.leases.lease(tx, body));
  }

  @CommandHandler(releaseReviewLease)
  release(commands: readonly Command<ReleaseReviewLease>[]) {
    return this.runner.run(releaseReviewLease, commands, (tx, { body }) => this.leases.release(tx, body));
  }

  @CommandHandler(recordReview)
  async record(commands: readonly Command<RecordReview>[]) {
    const planned = await this.recorder.plan(commands);
    return this.runner.run(
      recordReview,
      commands,
      (tx, command) => this.reviews.record(tx, command, planned),
      (tx) => this.reviews.lock(tx, planned),
    );
  }

  @CommandHandler(undoReview)
  undo(commands: readonly Command<UndoReview>[]) {
    return this.runner.run(undoReview, commands, (tx, command) => this.reviews.undo(tx, command));
  }
}
