import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImageFilesController } from './image-files.controller.js';
import { ImageFilesService } from './image-files.service.js';
import { ImagesController } from './images.controller.js';
import { ImagesService } from './images.service.js';

/** `/images/{project_id}/{filename}` and `/api/v1/projects/{project}/images` */
@Module({
  imports: [StorageClientModule],
  controllers: [ImageFilesController, ImagesController],
  providers: [ImagesService, ImageFilesService],
  exports: [ImagesService],
})
export class ImagesModule {}
