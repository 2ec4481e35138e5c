import type { CallContext } from '@earshot/contracts-core';

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
