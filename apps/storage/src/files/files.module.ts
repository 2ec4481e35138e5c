import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { DatasetConverter } from '../datasets/dataset-converter.js';
import { DatasetExporter } from '../exports/dataset-exporter.js';
import { InteractionExports } from '../exports/interaction-exports.client.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { RecipeChecker } from '../recipes/recipe-checker.js';
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

/** Datasets, recipes and artifacts: commands, rows and background processing. */
@Module({
  imports: [UsageModule, ObjectsModule, UploadsModule],
  controllers: [FilesConsumer, ErasuresConsumer],
  exports: [FilesService],
  providers: [
    ResourceChanges,
    FilesService,
    FilesRepository,
    FileJobs,
    FileWorkRepository,
    FilesWorker,
    DatasetConverter,
    DatasetExporter,
    InteractionExports,
    RecipeChecker,
    ErasureChecks,
    ErasureChecksRepository,
  ],
})
export class FilesModule {}
