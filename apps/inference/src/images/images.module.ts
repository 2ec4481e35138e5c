import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { OutgoingModule, ProviderAddresses } from '../outgoing/outgoing.module.js';
import { Images } from './images.js';
import { RemoteImages } from './remote-images.js';

const remoteImages = {
  provide: RemoteImages,
  inject: [ProviderAddresses],
  useFactory: (addresses: ProviderAddresses) => new RemoteImages(addresses),
};

/** The images of chats. */
@Module({ imports: [OutgoingModule, StorageClientModule], providers: [Images, remoteImages], exports: [Images] })
export class ImagesModule implements OnApplicationShutdown {
  constructor(private readonly remote: RemoteImages) {}

  /** Runs after the modules that use it. */
  onApplicationShutdown(): Promise<void> {
    return this.remote.close();
  }
}
