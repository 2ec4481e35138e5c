import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { CountingModule } from '../counting/counting.module.js';
import { ReadingModule } from '../reading/reading.module.js';
import { ExportCandidates } from './export-candidates.service.js';
import { ExportConsumer } from './export.consumer.js';
import { ExportRepository } from './export.repository.js';
import { ExportService } from './export.service.js';
import { PieceWriter } from './piece-writer.service.js';

/** Interactions as training sets. */
@Module({
  imports: [ReadingModule, CountingModule, StorageClientModule],
  controllers: [ExportConsumer],
  providers: [ExportService, ExportCandidates, ExportRepository, PieceWriter],
})
export class ExportingModule {}
