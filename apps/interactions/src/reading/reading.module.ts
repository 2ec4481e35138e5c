import { Module } from '@nestjs/common';
import { DirectoryModule } from '../directory/directory.module.js';
import { ReadingConsumer } from './reading.consumer.js';
import { ReadingRepository } from './reading.repository.js';
import { ReadingService } from './reading.service.js';

/** Interactions as they are shown. */
@Module({
  imports: [DirectoryModule],
  controllers: [ReadingConsumer],
  providers: [ReadingService, ReadingRepository],
  exports: [ReadingRepository],
})
export class ReadingModule {}
