import { Injectable } from '@nestjs/common';
import { RemoteImages } from './remote-images.js';
import { StoredImages } from './stored-images.js';
import type { CallContext } from '@earshot/contracts-core';

/** What getting an image depends on. */
export interface ImageContext {
  readonly call: CallContext;
  /** Whose request it is for. */
  readonly projectId: string;
  /** Aborts when the caller stops waiting. */
  readonly signal: AbortSignal;
}

/** Where the images of requests are. */
export abstract class ImageSource {
  /**
   * Loads an image for a provider.
   * @param address `/images/{project_id}/{sha256}.{ext}`, or an `https:` URL.
   * @returns a `data:` URL in base64
   * @throws AppError `image_not_found`, `image_not_fetched`, `image_too_large`, `address_not_allowed`, `queue_full`,
   * `service_unavailable`; the reason of an abort
   */
  abstract load(address: string, context: ImageContext): Promise<string>;
}

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
