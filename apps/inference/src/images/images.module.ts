import { Module } from '@nestjs/common';
import { ImageSource } from '../chat/image-source.js';
import { StoredObjectsModule } from '../stored-objects/stored-objects.module.js';
import { StoredImageSource } from './stored-image-source.js';

/** The images that chats are about. */
@Module({
  imports: [StoredObjectsModule],
  providers: [{ provide: ImageSource, useClass: StoredImageSource }],
  exports: [ImageSource],
})
export class ImagesModule {}
