import { Module } from '@nestjs/common';
import { ReadingModule } from '../reading/reading.module.js';
import { LabellingConsumer } from './labelling.consumer.js';
import { LabellingRepository } from './labelling.repository.js';
import { LabellingService } from './labelling.service.js';

/** Labels of stored interactions. */
@Module({
  imports: [ReadingModule],
  controllers: [LabellingConsumer],
  providers: [LabellingService, LabellingRepository],
})
export class LabellingModule {}
