import type { CallContext } from '@earshot/contracts-core';

/** What the store must know of a picture besides the picture. */
export interface PictureOwner {
  readonly projectId: string;
  /** false: nothing of the request is to be kept, so the picture is only there until the answer can be expected to have ended. */
  readonly store: boolean;
  readonly call: CallContext;
}

/** Where the pictures go that come with a request, so that they do not travel over the lanes. */
export abstract class ImageStore {
  /**
   * Puts a picture there; the same one of the same project only once.
   *
   * @param dataUrl `data:`, in base64, of a kind that is taken and of at most 20 MiB.
   * @returns its address, `/images/{project_id}/{sha256}.{ext}`, once it is there for good.
   * @throws AppError `service_unavailable`
   */
  abstract keep(dataUrl: string, owner: PictureOwner): Promise<string>;
}
