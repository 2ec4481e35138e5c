import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { ErasuresModule } from '../erasures/erasures.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { DownloadUrls } from './download-urls.js';
import { FilesConsumer } from './files.consumer.js';
import { FilesRepository } from './files.repository.js';
import { FilesService } from './files.service.js';

/** Datasets, recipes and artifacts: commands and rows. */
@Module({
  imports: [UsageModule, ObjectsModule, UploadsModule, ErasuresModule, TasksModule],
  controllers: [FilesConsumer],
  providers: [FilesService, DownloadUrls, FilesRepository, ResourceChanges],
  exports: [FilesService],
})
export class FilesModule {}
