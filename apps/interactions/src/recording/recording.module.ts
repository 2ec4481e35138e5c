import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/erasure.module.js';
import { PartitionsModule } from '../partitions/partitions.module.js';
import { RowsModule } from '../rows/rows.module.js';
import { RecordingConsumer } from './recording.consumer.js';
import { RecordingService } from './recording.service.js';
import { RemovedRecordsRepository } from './removed-records.repository.js';

/** Stores served and compared answers, and feedback on them. */
@Module({
  imports: [ErasureModule, PartitionsModule, RowsModule],
  controllers: [RecordingConsumer],
  providers: [RecordingService, RemovedRecordsRepository],
})
export class RecordingModule {}
