import { keySchema, nameSchema, promptSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

const systemPrompt = promptSchema
  .nullable()
  .describe('System prompt of models that have none of their own; null for none.');

/** Body of `POST /api/v1/projects`. */
export const createProjectSchema = z.strictObject({
  key: keySchema,
  name: nameSchema.optional().describe('The key unless given.'),
  system_prompt: systemPrompt.optional(),
});

/** Body of `PATCH /api/v1/projects/{project}`: what is left out stays as it is. */
export const updateProjectSchema = createProjectSchema.partial();

/** A project as it is shown. */
export const projectSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  system_prompt: z.string().nullable(),
  ...timestampFields,
});

/** Body of `POST /api/v1/projects`. */
export type CreateProject = z.output<typeof createProjectSchema>;

/** Body of `PATCH /api/v1/projects/{project}`. */
export type UpdateProject = z.output<typeof updateProjectSchema>;

/** A project as it is shown. */
export type ProjectResponse = z.output<typeof projectSchema>;
