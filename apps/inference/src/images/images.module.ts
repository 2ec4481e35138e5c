import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ImageSource, ImageSources } from './image-sources.js';
import { OutgoingModule, ProviderAddresses } from '../outgoing/outgoing.module.js';
import { RemoteImages } from './remote-images.js';
import { StoredImages } from './stored-images.js';

const remoteImages = {
  provide: RemoteImages,
  inject: [ProviderAddresses],
  useFactory: (addresses: ProviderAddresses) => new RemoteImages(addresses),
};

/** The images that chats are about. */
@Module({
  imports: [OutgoingModule, StorageClientModule],
  providers: [{ provide: ImageSource, useClass: ImageSources }, remoteImages, StoredImages],
  exports: [ImageSource],
})
export class ImagesModule implements OnApplicationShutdown {
  constructor(private readonly remote: RemoteImages) {}

  /** Runs after the modules that use it. */
  onApplicationShutdown(): Promise<void> {
    return this.remote.close();
  }
}
