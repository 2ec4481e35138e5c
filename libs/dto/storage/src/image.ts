import { nameSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

/** Body of `POST /api/v1/projects/{project}/images`. */
export const createImageSchema = z.strictObject({ name: nameSchema });

/** A image as it is shown. */
export const imageSchema = z.object({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  ...timestampFields,
});

/** Body of `POST /api/v1/projects/{project}/images`. */
export type CreateImage = z.output<typeof createImageSchema>;

/** A image as it is shown. */
export type ImageResponse = z.output<typeof imageSchema>;
