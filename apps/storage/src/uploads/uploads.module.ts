import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { UploadAssemblyRepository } from './upload-assembly.repository.js';
import { UploadAssembly } from './upload-assembly.service.js';
import { UploadClearance } from './upload-clearance.js';
import { UploadPiecesRepository } from './upload-pieces.repository.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { UploadsConsumer } from './uploads.consumer.js';
import { UploadsJanitor } from './uploads.janitor.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** Files that are sent in parts: commands, rules, rows, and what becomes of the parts. */
@Module({
  imports: [UsageModule, ObjectsModule],
  controllers: [UploadsConsumer],
  providers: [
    UploadsService,
    UploadsRepository,
    UploadPiecesService,
    UploadPiecesRepository,
    UploadClearance,
    UploadAssemblyRepository,
    UploadAssembly,
    UploadsJanitor,
  ],
  exports: [UploadAssembly, UploadsService],
})
export class UploadsModule {}
