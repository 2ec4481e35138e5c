import { idOrKeySchema, pair } from '@earshot/dto-common';
import { createReviewQueueFields, replayLimit, updateReviewQueueFields } from '@earshot/dto-feedback';
import { interactionFilterSchema } from '@earshot/dto-interactions';
import { z } from 'zod';

const promptFilter = interactionFilterSchema.describe(
  'Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all.',
);

const replay = z
  .strictObject({
    model: idOrKeySchema.describe('Model of the project, by id or key. Requires the permission `inference`.'),
    limit: replayLimit.default(100).describe('Maximum number of prompts, 1 to 1,000. Default: 100.'),
  })
  .describe('Has a second model answer the prompt of each answer that matches, and compares the two answers.');

const source = z
  .union([
    z.strictObject({ ab_campaign: idOrKeySchema.describe('A/B campaign, by id or key: every two of its models.') }),
    z.strictObject({
      models: pair(idOrKeySchema).describe('Two models of the project, by id or key.'),
      filter: promptFilter.optional(),
    }),
    z.strictObject({ filter: interactionFilterSchema, replay: replay.optional() }),
  ])
  .nullable()
  .describe(
    'Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; ' +
      '`filter` alone for kind `rate`. null: callers add items. Default: null.',
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
