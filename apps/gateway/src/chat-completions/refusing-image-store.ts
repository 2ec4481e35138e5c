import { invalidRequest } from '@earshot/errors';
import { ImageStore } from './image-store.js';

/** The store of an installation that keeps no pictures: they can only be named. */
export class RefusingImageStore extends ImageStore {
  override keep(): Promise<never> {
    const message = 'A picture in the request itself is not supported yet: give its https: URL.';
    return Promise.reject(invalidRequest('not_supported_yet', message));
  }
}
