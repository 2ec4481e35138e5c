import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { ScanningConsumer } from './scanning.consumer.js';
import { ScanningRepository } from './scanning.repository.js';
import { ScanningService } from './scanning.service.js';

/** Scans of interactions for readers that follow a filter. */
@Module({
  imports: [ReadingModule],
  controllers: [ScanningConsumer],
  providers: [ScanningService, ScanningRepository],
})
export class ScanningModule {}
