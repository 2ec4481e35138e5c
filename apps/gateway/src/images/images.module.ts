import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImageFilesController } from './image-files.controller.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';
import { MessageImages } from './message-images.service.js';

/**
 * `/images/{project_id}/{filename}` and `/api/v1/projects/{project}/images`; the images of messages, for other
 * features.
 */
@Module({
  imports: [StorageClientModule],
  controllers: [ImageFilesController, ImagesController],
  providers: [ImagesService, MessageImages],
  exports: [MessageImages],
})
export class ImagesModule {}
