import type { CallContext } from '@earshot/contracts-core';
import { invalidRequest } from '@earshot/errors';

/** Where the pictures are that came with requests. */
export abstract class ImageSource {
  /**
   * A picture, for a provider to read.
   *
   * @param address `/images/{project_id}/{sha256}.{ext}`
   * @returns a `data:` URL in base64
   * @throws AppError `image_not_found`, `service_unavailable`
   */
  abstract load(address: string, call: CallContext): Promise<string>;
}

/** The source of an installation that keeps no pictures. */
export class NoImageSource extends ImageSource {
  override load(): Promise<never> {
    return Promise.reject(
      invalidRequest('not_supported_yet', 'A kept picture is not supported yet: give its https: URL.'),
    );
  }
}
