import { Module } from '@nestjs/common';
import { UsageModule } from '../usage/usage.module.js';
import { DueTasks } from './due-tasks.js';
import { FileWorkRepository } from './file-work.repository.js';

/** Background tasks of files: their rows and leases. */
@Module({
  imports: [UsageModule],
  providers: [FileWorkRepository, DueTasks],
  exports: [FileWorkRepository, DueTasks],
})
export class TasksModule {}
