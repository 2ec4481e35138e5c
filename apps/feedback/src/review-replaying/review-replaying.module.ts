import { Module } from '@nestjs/common';
import { repeatedTask } from '@earshot/persistence';
import { ReferencesModule } from '../references/references.module.js';
import { ReviewFillingModule } from '../review-filling/review-filling.module.js';
import { ClaimsRepository } from './claims.repository.js';
import { InferenceClient } from './inference.client.js';
import { Replayer } from './replayer.service.js';
import { extendEveryMs, ReplayingService } from './replaying.service.js';

/** Has second models answer stored prompts again, for review queues. */
@Module({
  imports: [ReferencesModule, ReviewFillingModule],
  providers: [
    ReplayingService,
    Replayer,
    ClaimsRepository,
    InferenceClient,
    // Without a replay that is due, a run is one look into a small index.
    repeatedTask(ReplayingService, {
      intervalMs: 2_000,
      run: (replaying, signal) => replaying.replayDue(signal),
      failed: 'prompts not replayed, retrying',
    }),
    repeatedTask(ReplayingService, {
      intervalMs: extendEveryMs,
      run: (replaying) => replaying.extendClaims(),
      failed: 'claims of replays not extended, retrying',
    }),
  ],
})
export class ReviewReplayingModule {}
