import { keySchema, nameSchema, pageOf, promptSchema, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { limitsSchema, shownLimits } from './project-limits.js';

const systemPrompt = promptSchema.nullable().describe('System prompt of models without their own; null: none.');

const interactionsDays = z
  .int()
  .min(1)
  .max(36_500)
  .nullable()
  .describe('Retention of interactions in days, from their time; null: forever.');

const quotaUnits = {
  bytes: 'Bytes in the bucket',
  objects: 'Images, large texts, datasets, recipes and artifacts',
  upload_sessions: 'Open upload sessions',
  interactions: 'Interactions on record',
};

const quota = (what: string) =>
  z.int().min(0).nullable().describe(`${what}, at most; null: the installation's setting.`);

const quotas = {
  bytes: quota(quotaUnits.bytes),
  objects: quota(quotaUnits.objects),
  upload_sessions: quota(quotaUnits.upload_sessions),
  interactions: quota(quotaUnits.interactions),
};

/** Body of `POST /api/v1/projects`. */
export const createProjectSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Display name. Default: the key.'),
    system_prompt: systemPrompt.optional(),
    limits: limitsSchema.optional(),
    interactions_days: interactionsDays.optional(),
    quotas: z
      .strictObject(quotas)
      .partial()
      .optional()
      .describe('Quotas of the project. Absent fields stay unchanged.'),
  })
  .meta({ id: 'CreateProject', description: 'A new project.', examples: [{ key: 'support', name: 'Support' }] });

/** Body of `PATCH /api/v1/projects/{project}`: what is left out stays as it is. */
export const updateProjectSchema = createProjectSchema.partial().meta({
  id: 'UpdateProject',
  description: 'Changes of a project. Absent fields stay unchanged.',
  examples: [{ system_prompt: 'You are the support of a bicycle shop.' }],
});

/** A project as it is shown. */
export const projectSchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    key: z.string().describe('Short name for URLs, unique in the installation.'),
    name: z.string().describe('Display name.'),
    system_prompt: z.string().nullable().describe('System prompt of models without their own; null: none.'),
    limits: shownLimits,
    interactions_days: interactionsDays,
    quotas: z.object(quotas).describe('Quotas of the project. Its usage shows the effective limits.'),
    ...timestampFields,
  })
  .meta({
    id: 'Project',
    description: 'A project, which owns all other resources.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        key: 'support',
        name: 'Support',
        system_prompt: null,
        limits: { concurrent: 100 },
        interactions_days: null,
        quotas: { bytes: null, objects: null, upload_sessions: null, interactions: 5_000_000 },
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

const use = (what: string) =>
  z
    .object({
      used: z.int().min(0).describe('Current usage.'),
      limit: z.int().min(0).describe('Effective quota.'),
    })
    .describe(`${what}.`);

/** Answer to `GET /api/v1/projects/{project}/usage`. */
export const projectUsageSchema = z
  .object({
    bytes: use(quotaUnits.bytes),
    objects: use(quotaUnits.objects),
    upload_sessions: use(quotaUnits.upload_sessions),
    interactions: use(quotaUnits.interactions),
  })
  .meta({
    id: 'ProjectUsage',
    description: 'Usage and quotas of a project.',
    examples: [
      {
        bytes: { used: 1_048_576, limit: 274_877_906_944 },
        objects: { used: 3, limit: 1_000_000 },
        upload_sessions: { used: 1, limit: 1_000 },
        interactions: { used: 120_000, limit: 100_000_000 },
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

/** Answer to `GET /api/v1/projects/{project}/usage`. */
export type ProjectUsageResponse = z.output<typeof projectUsageSchema>;
