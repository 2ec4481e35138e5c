import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { ReferencesModule } from '../references/references.module.js';
import { ReviewReplaysModule } from '../review-replays/review-replays.module.js';
import { AnswersRepository } from './answers.repository.js';
import { FillingRepository } from './filling.repository.js';
import { FillingService } from './filling.service.js';
import { InteractionsClient } from './interactions.client.js';
import { NewItemsRepository } from './new-items.repository.js';
import { PairSource } from './pair-source.service.js';
import { RateSource } from './rate-source.service.js';
import { ReplaySource } from './replay-source.service.js';
import { UsedUpQuotas } from './used-up-quotas.js';

/** Fills review queues from their sources in the background. */
@Module({
  imports: [ReferencesModule, ReviewReplaysModule],
  providers: [
    FillingService,
    FillingRepository,
    NewItemsRepository,
    AnswersRepository,
    InteractionsClient,
    RateSource,
    PairSource,
    ReplaySource,
    UsedUpQuotas,
    // Without a queue that is due, a run is one look into a small index.
    repeatedTask(FillingService, {
      intervalMs: 2_000,
      run: (filling, signal) => filling.fillDue(signal),
      failed: 'review queues not filled, retrying',
    }),
  ],
  exports: [InteractionsClient, NewItemsRepository, UsedUpQuotas],
})
export class ReviewFillingModule {}
