import { Module } from '@nestjs/common';
import { ErasedCompletionsRepository } from '../erasure/erased-completions.repository.js';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { InteractionsRepository } from '../rows/interactions.repository.js';
import { RecordingConsumer } from './recording.consumer.js';
import { RecordingService } from './recording.service.js';
import { RemovedRecordsRepository } from './removed-records.repository.js';

/** Stores served and compared answers, and feedback on them. */
@Module({
  imports: [PartitionsModule],
  controllers: [RecordingConsumer],
  providers: [
    RecordingService,
    InteractionsRepository,
    ErasuresRepository,
    ErasedCompletionsRepository,
    RemovedRecordsRepository,
  ],
})
export class RecordingModule {}
