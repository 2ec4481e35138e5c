import { keySchema, nameSchema, pageOf, promptSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { limitsSchema, shownLimits } from './project-limits.js';

const systemPrompt = promptSchema
  .nullable()
  .describe('System prompt of models that have none of their own; null for none.');

const interactionsDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Days for which interactions are kept, from when they took place; null for good.');

/** Body of `POST /api/v1/projects`. */
export const createProjectSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Name for people; the key unless given.'),
    system_prompt: systemPrompt.optional(),
    limits: limitsSchema.optional(),
    interactions_days: interactionsDays.optional(),
  })
  .meta({ id: 'CreateProject', description: 'A project to be made.', examples: [{ key: 'support', name: 'Support' }] });

/** Body of `PATCH /api/v1/projects/{project}`: what is left out stays as it is. */
export const updateProjectSchema = createProjectSchema.partial().meta({
  id: 'UpdateProject',
  description: 'What is to change of a project; what is left out stays as it is.',
  examples: [{ system_prompt: 'You are the support of a bicycle shop.' }],
});

/** A project as it is shown. */
export const projectSchema = z
  .object({
    id: z.uuid().describe('Identifier, given by the installation.'),
    key: z.string().describe('Short name in addresses, unique in the installation.'),
    name: z.string().describe('Name for people.'),
    system_prompt: z
      .string()
      .nullable()
      .describe('System prompt of models that have none of their own; null for none.'),
    limits: shownLimits,
    interactions_days: interactionsDays,
    ...timestampFields,
  })
  .meta({
    id: 'Project',
    description: 'What everything else belongs to.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        key: 'support',
        name: 'Support',
        system_prompt: null,
        limits: { concurrent: 100 },
        interactions_days: null,
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects`. */
export const projectPageSchema = pageOf(projectSchema);

/** Body of `POST /api/v1/projects`. */
export type CreateProject = z.output<typeof createProjectSchema>;

/** Body of `PATCH /api/v1/projects/{project}`. */
export type UpdateProject = z.output<typeof updateProjectSchema>;

/** A project as it is shown. */
export type ProjectResponse = z.output<typeof projectSchema>;
