import { keySchema, nameSchema, pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

/** A few paragraphs for those who give feedback; a record of a state topic holds it. */
const maxDescriptionLength = 8_192;

const kind = z
  .enum(['bool', 'scalar'])
  .describe('Kind of its values: true or false (`bool`), or any number (`scalar`). It cannot be changed.');

const scoringType = z
  .enum(['higher_is_better', 'lower_is_better'])
  .describe('Which values are better. Default: `higher_is_better`.');

const description = z.string().max(maxDescriptionLength).describe('Description for people.');

/** Body of `POST /api/v1/projects/{project}/metrics`. */
export const createMetricSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Display name. Default: the key.'),
    kind,
    scoring_type: scoringType.optional(),
    description: description.nullish(),
  })
  .meta({
    id: 'CreateMetric',
    description: 'A new metric.',
    examples: [{ key: 'helpful', name: 'Was it helpful?', kind: 'bool' }],
  });

/** Body of `PATCH /api/v1/projects/{project}/metrics/{metric}`: what is left out stays as it is. */
export const updateMetricSchema = createMetricSchema.partial().meta({
  id: 'UpdateMetric',
  description: 'Changes of a metric. Absent fields stay unchanged.',
  examples: [{ name: 'Did it help?' }],
});

/** A metric as it is shown. */
export const metricSchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    key: z.string().describe('Short name for URLs, unique in its project.'),
    name: z.string().describe('Display name.'),
    project_id: z.uuid().describe('Project of the metric.'),
    kind,
    scoring_type: scoringType,
    description: description.nullable(),
    ...timestampFields,
  })
  .meta({
    id: 'Metric',
    description: 'A metric for feedback of a project.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
        key: 'helpful',
        name: 'Was it helpful?',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        kind: 'bool',
        scoring_type: 'higher_is_better',
        description: null,
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/metrics`. */
export const metricPageSchema = pageOf(metricSchema);

/** Body of `POST /api/v1/projects/{project}/metrics`. */
export type CreateMetric = z.output<typeof createMetricSchema>;

/** Body of `PATCH /api/v1/projects/{project}/metrics/{metric}`. */
export type UpdateMetric = z.output<typeof updateMetricSchema>;

/** A metric as it is shown. */
export type MetricResponse = z.output<typeof metricSchema>;
