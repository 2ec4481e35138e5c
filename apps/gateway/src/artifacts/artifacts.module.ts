import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { ArtifactFilesController } from './artifact-files.controller.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsService } from './artifacts.service.js';

/** `/artifacts/{artifact}/download` and `/api/v1/projects/{project}/artifacts` */
@Module({
  imports: [FilesModule],
  controllers: [ArtifactsController, ArtifactFilesController],
  providers: [ArtifactsService],
})
export class ArtifactsModule {}
