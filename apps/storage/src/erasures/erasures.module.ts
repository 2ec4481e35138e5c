import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module.js';
import { ErasureChecksRepository } from './erasure-checks.repository.js';
import { ErasuresConsumer } from './erasures.consumer.js';
import { ErasuresService } from './erasures.service.js';

/** Erasures that exported datasets have to be checked for. */
@Module({
  imports: [TasksModule],
  controllers: [ErasuresConsumer],
  providers: [ErasuresService, ErasureChecksRepository],
  exports: [ErasuresService],
})
export class ErasuresModule {}
