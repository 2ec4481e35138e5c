import { Injectable } from '@nestjs/common';
import { ImageSource, type ImageContext } from '../chat/image-source.js';
import { RemoteImages } from './remote-images.js';
import { StoredImages } from './stored-images.js';

/** The images of chats, wherever they are. */
@Injectable()
export class ImageSources extends ImageSource {
  constructor(
    private readonly stored: StoredImages,
    private readonly remote: RemoteImages,
  ) {
    super();
  }

  /** @throws AppError as {@link StoredImages.load} and {@link RemoteImages.load} */
  load(address: string, context: ImageContext): Promise<string> {
    return address.startsWith('/') ? this.stored.load(address, context) : this.remote.load(address, context);
  }
}
