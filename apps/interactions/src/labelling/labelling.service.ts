import { Injectable } from '@nestjs/common';
import type { LabelInteraction, LabelledInteraction } from '@earshot/contracts-interactions';
import type { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { ReadingService } from '../reading/reading.service.js';
import { LabellingRepository } from './labelling.repository.js';

/** Changes the labels of stored interactions. */
@Injectable()
export class LabellingService {
  constructor(
    private readonly reading: ReadingService,
    private readonly labels: LabellingRepository,
  ) {}

  /** @param behind the result of {@link ReadingService.catchUp}. @throws AppError `completion_not_found`, or `behind`. */
  async label(tx: Transaction, body: LabelInteraction, behind: AppError | null): Promise<LabelledInteraction> {
    // Data of a user whose erasure is pending is not found.
    await this.reading.read(tx, body, behind);
    await this.labels.replace(tx, body);
    return { labels: body.labels };
  }
}
