import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { UploadPartsService } from './upload-parts.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsService } from './uploads.service.js';

/** `/api/v1/upload` */
@Module({
  imports: [StorageClientModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadPartsService],
  exports: [UploadsService, UploadPartsService],
})
export class UploadsModule {}
