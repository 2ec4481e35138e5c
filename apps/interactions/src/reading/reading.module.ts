import { Module } from '@nestjs/common';
import { ReadingConsumer } from './reading.consumer.js';
import { ReadingRepository } from './reading.repository.js';
import { ReadingService } from './reading.service.js';

/** Reading interactions. */
@Module({
  controllers: [ReadingConsumer],
  providers: [ReadingService, ReadingRepository],
  exports: [ReadingRepository, ReadingService],
})
export class ReadingModule {}
