import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImageSource } from '../chat/image-source.js';
import { StoredImageSource } from './stored-image-source.js';

/** The images that chats are about. */
@Module({
  imports: [StorageClientModule],
  providers: [{ provide: ImageSource, useClass: StoredImageSource }],
  exports: [ImageSource],
})
export class ImagesModule {}
