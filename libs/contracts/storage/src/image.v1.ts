import { defineCommand, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/** A image of a project. */
export const image = z.object({
  ...entity,
  project_id: id,
  name: z.string(),
});

/** A image of a project. */
export type Image = z.infer<typeof image>;

/** Makes a image. */
export const createImage = defineCommand({
  topic: storageCommands,
  type: 'create-image.v1',
  request: z.object({ id, project_id: id, name: z.string() }),
  reply: image,
});

/** The images of a project in the order in which they were made. */
export const listImages = defineCommand({
  topic: storageCommands,
  type: 'list-images.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page(image),
  read: true,
});

/** What is asked by {@link createImage}. */
export type CreateImage = z.infer<typeof createImage.request>;

/** What is asked by {@link listImages}. */
export type ListImages = z.infer<typeof listImages.request>;

/** What {@link listImages} is answered with. */
export type ImagePage = z.infer<typeof listImages.reply>;
