import { Injectable } from '@nestjs/common';
import type { ReviewAgreement, ReviewQueueName } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { agreementOf } from './agreement.js';
import { QueuesRepository } from './queues.repository.js';
import { ReviewsRepository } from './reviews.repository.js';

/** Reviews in one computation, which takes tens of milliseconds. */
const maxReviews = 10_000;

/** Reads the agreement of reviewers. */
@Injectable()
export class AgreementService {
  constructor(
    private readonly queues: QueuesRepository,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** @throws AppError `review_queue_not_found` */
  async read(tx: Transaction, which: ReviewQueueName): Promise<ReviewAgreement> {
    const { id } = await this.queues.find(tx, which);
    return agreementOf(await this.reviews.counted(tx, id, maxReviews));
  }
}
