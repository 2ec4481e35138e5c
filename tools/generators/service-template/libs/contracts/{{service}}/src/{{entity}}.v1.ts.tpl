import { defineCommand, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { {{serviceCamel}}Commands } from './topics.js';

/** A {{entityWords}} of a project. */
export const {{entityCamel}} = z.object({
  ...entity,
  project_id: id,
  name: z.string(),
});

/** A {{entityWords}} of a project. */
export type {{Entity}} = z.infer<typeof {{entityCamel}}>;

/** Creates a {{entityWords}}. */
export const create{{Entity}} = defineCommand({
  topic: {{serviceCamel}}Commands,
  type: 'create-{{entity}}.v1',
  request: z.object({ id, project_id: id, name: z.string() }),
  reply: {{entityCamel}},
});

/** Lists the {{entitiesWords}} of a project, the oldest first. */
export const list{{Entities}} = defineCommand({
  topic: {{serviceCamel}}Commands,
  type: 'list-{{entities}}.v1',
  request: pageRequest.extend({ project_id: id }),
  reply: page({{entityCamel}}),
  read: true,
});

/** Request of {@link create{{Entity}}}. */
export type Create{{Entity}} = z.infer<typeof create{{Entity}}.request>;

/** Request of {@link list{{Entities}}}. */
export type List{{Entities}} = z.infer<typeof list{{Entities}}.request>;

/** Reply of {@link list{{Entities}}}. */
export type {{Entity}}Page = z.infer<typeof list{{Entities}}.reply>;
