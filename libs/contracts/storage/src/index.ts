import type { Contract } from '@earshot/contracts-core';
import { createImage, listImages } from './image.v1.js';
import { storageCommands } from './topics.js';

export {
  createImage,
  listImages,
  image,
  type CreateImage,
  type ListImages,
  type Image,
  type ImagePage,
} from './image.v1.js';

/** The topics that the storage service owns. */
export const storageTopics = [storageCommands];

/** Every message that the storage service sends or takes. */
export const storageContracts = [createImage, listImages] as Contract[];
