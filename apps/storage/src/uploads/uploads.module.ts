import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { UploadAssembly } from './upload-assembly.service.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { UploadsCleanup } from './uploads.cleanup.js';
import { UploadsConsumer } from './uploads.consumer.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** Upload sessions: commands, rows, assembly of parts and cleanup. */
@Module({
  imports: [UsageModule, ObjectsModule],
  controllers: [UploadsConsumer],
  providers: [
    UploadsService,
    UploadsRepository,
    UploadPiecesService,
    UploadPiecesRepository,
    UploadAssembly,
    UploadsCleanup,
  ],
  exports: [UploadAssembly, UploadsService],
})
export class UploadsModule {}
