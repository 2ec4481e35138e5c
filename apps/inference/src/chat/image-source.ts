import type { CallContext } from '@earshot/contracts-core';

/** Where the pictures are that came with requests. */
export abstract class ImageSource {
  /**
   * A picture, for a provider to read.
   *
   * @param address `/images/{project_id}/{sha256}.{ext}`
   * @param signal aborts when nobody waits for it any more.
   * @returns a `data:` URL in base64
   * @throws AppError `image_not_found`, `service_unavailable`; the reason of an abort
   */
  abstract load(address: string, call: CallContext, signal: AbortSignal): Promise<string>;
}
