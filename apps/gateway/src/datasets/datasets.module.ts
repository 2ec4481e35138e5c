import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { DatasetsController } from './datasets.controller.js';
import { DatasetsService } from './datasets.service.js';

/** `/api/v1/projects/{project}/datasets` */
@Module({ imports: [FilesModule], controllers: [DatasetsController], providers: [DatasetsService] })
export class DatasetsModule {}
