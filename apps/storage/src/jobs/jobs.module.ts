import { Module } from '@nestjs/common';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { ErasuresModule } from '../erasures/erasures.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { RecipesModule } from '../recipes/recipes.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { FileJobs } from './file-jobs.service.js';
import { FilesWorker } from './files-worker.js';

/** Runs the background tasks of files. */
@Module({
  imports: [
    ...[TasksModule, ObjectsModule, UploadsModule],
    ...[DatasetsModule, RecipesModule, ExportsModule, ErasuresModule],
  ],
  providers: [FileJobs, FilesWorker],
})
export class JobsModule {}
