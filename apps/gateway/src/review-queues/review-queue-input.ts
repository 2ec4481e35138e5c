import { idOrKeySchema, pair } from '@earshot/dto-common';
import { createReviewQueueFields, updateReviewQueueFields } from '@earshot/dto-feedback';
import { interactionFilterSchema } from '@earshot/dto-interactions';
import { z } from 'zod';

const promptFilter = interactionFilterSchema.describe(
  'Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all.',
);

const source = z
  .union([
    z.strictObject({ ab_campaign: idOrKeySchema.describe('A/B campaign, by id or key: every two of its models.') }),
    z.strictObject({
      models: pair(idOrKeySchema).describe('Two models of the project, by id or key.'),
      filter: promptFilter.optional(),
    }),
    z.strictObject({ filter: interactionFilterSchema }),
  ])
  .nullable()
  .describe(
    'Selection of completions that fills the queue: `ab_campaign` or `models` for kind `compare`, `filter` for kind `rate`. ' +
      'null: callers add items. Default: null.',
  );

/** Body of `POST /api/v1/projects/{project}/review_queues`. */
export const createReviewQueueSchema = z.strictObject({ ...createReviewQueueFields, source: source.optional() }).meta({
  id: 'CreateReviewQueue',
  description: 'A new review queue.',
  examples: [{ key: 'large-or-small', kind: 'compare', metric: 'helpful', source: { models: ['large', 'small'] } }],
});

/** Body of `PATCH /api/v1/projects/{project}/review_queues/{queue}`: what is left out stays as it is. */
export const updateReviewQueueSchema = z.strictObject({ ...updateReviewQueueFields, source: source.optional() }).meta({
  id: 'UpdateReviewQueue',
  description: 'Changes of a review queue. Absent fields stay unchanged.',
  examples: [{ reviews_per_item: 2 }],
});

/** The source of a review queue in a request. */
export type ReviewSourceInput = z.output<typeof source>;

/** Body of `POST /api/v1/projects/{project}/review_queues`. */
export type CreateReviewQueueInput = z.output<typeof createReviewQueueSchema>;

/** Body of `PATCH /api/v1/projects/{project}/review_queues/{queue}`. */
export type UpdateReviewQueueInput = z.output<typeof updateReviewQueueSchema>;
