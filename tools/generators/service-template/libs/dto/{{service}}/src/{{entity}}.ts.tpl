import { nameSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

/** Body of `POST /api/v1/projects/{project}/{{entitiesSnake}}`. */
export const create{{Entity}}Schema = z.strictObject({ name: nameSchema });

/** A {{entityWords}} in responses. */
export const {{entityCamel}}Schema = z.object({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  ...timestampFields,
});

/** Body of `POST /api/v1/projects/{project}/{{entitiesSnake}}`. */
export type Create{{Entity}} = z.output<typeof create{{Entity}}Schema>;

/** A {{entityWords}} in responses. */
export type {{Entity}}Response = z.output<typeof {{entityCamel}}Schema>;
