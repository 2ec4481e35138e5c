import { Module } from '@nestjs/common';
import { DatasetMaker } from '../datasets/dataset.maker.js';
import { ExportMaker } from '../exports/export.maker.js';
import { InteractionExports } from '../exports/interaction-exports.client.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { RecipeMaker } from '../recipes/recipe.maker.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ErasureChecksRepository } from '../erasures/erasure-checks.repository.js';
import { ErasureChecks } from '../erasures/erasure-checks.service.js';
import { ErasuresConsumer } from '../erasures/erasures.consumer.js';
import { UsageModule } from '../usage/usage.module.js';
import { FilesConsumer } from './files.consumer.js';
import { FilesRepository } from './files.repository.js';
import { FilesService } from './files.service.js';
import { FileJobs } from './work/file-jobs.service.js';
import { FileWorkRepository } from './work/file-work.repository.js';
import { FilesWorker } from './work/files-worker.js';

/** Datasets, recipes and artifacts: commands, rules, rows, and the work on them. */
@Module({
  imports: [UsageModule, ObjectsModule, UploadsModule],
  controllers: [FilesConsumer, ErasuresConsumer],
  exports: [FilesService],
  providers: [
    FilesService,
    FilesRepository,
    FileJobs,
    FileWorkRepository,
    FilesWorker,
    DatasetMaker,
    ExportMaker,
    InteractionExports,
    RecipeMaker,
    ErasureChecks,
    ErasureChecksRepository,
  ],
})
export class FilesModule {}
