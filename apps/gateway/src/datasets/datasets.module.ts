import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { DatasetSources } from './dataset-sources.service.js';
import { DatasetsController } from './datasets.controller.js';
import { DatasetsService } from './datasets.service.js';

/** `/api/v1/projects/{project}/datasets` */
@Module({
  imports: [FilesModule, InteractionsModule],
  controllers: [DatasetsController],
  providers: [DatasetsService, DatasetSources],
  exports: [DatasetsService],
})
export class DatasetsModule {}
