import {
  idOrKeySchema,
  keySchema,
  listQuerySchema,
  nameSchema,
  orNull,
  pageOf,
  pair,
  timestampFields,
  completionIdSchema,
} from '@earshot/dto-common';
import { z } from 'zod';
import { reviewExample, reviewSchema } from './review.js';

const ids = {
  queue: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e31',
  item: reviewExample.item_id,
  completions: ['01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04', '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07'],
};

const kind = z
  .enum(['compare', 'rate'])
  .describe('`compare`: which of two completions is better. `rate`: a value for one completion. It cannot be changed.');

const reviewsPerItem = z.int().min(1).max(5).describe('Reviews of each item, by different reviewers. Default: 1.');

const leaseSeconds = z.int().min(60).max(3_600).describe('Time that a reviewer has for an item. Default: 300.');

/** What every review queue is made with; `source` is described where interactions are. */
export const createReviewQueueFields = {
  key: keySchema,
  name: nameSchema.optional().describe('Display name. Default: the key.'),
  kind,
  metric: idOrKeySchema.describe('Id or key of the metric. It cannot be changed.'),
  reviews_per_item: reviewsPerItem.optional(),
  lease_seconds: leaseSeconds.optional(),
};

/** What a review queue can change; `source` is described where interactions are. */
export const updateReviewQueueFields = {
  name: nameSchema.optional().describe('Display name.'),
  reviews_per_item: reviewsPerItem.optional(),
  lease_seconds: leaseSeconds.optional(),
};

const count = (what: string) => z.int().min(0).describe(what);

/** Prompts that a queue has answered again. */
export const replayLimit = z.int().min(1).max(1_000).describe('Maximum number of prompts.');

const shownFilter = z.record(z.string(), z.unknown()).describe('Filter as sent, with ids of models.');

/** A review queue as it is shown. */
export const reviewQueueSchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    key: z.string().describe('Short name for URLs, unique in its project.'),
    name: z.string().describe('Display name.'),
    project_id: z.uuid().describe('Project of the queue.'),
    kind,
    metric: z.string().describe('Key of the metric.'),
    source: z
      .union([
        z.object({ ab_campaign: z.string().describe('Id of the A/B campaign.') }),
        z.object({ models: pair(z.string()).describe('Ids of the two models.'), filter: shownFilter.optional() }),
        z.object({
          filter: shownFilter,
          replay: z
            .object({ model: z.string().describe('Id of the model.'), limit: replayLimit })
            .optional()
            .describe('Present if the prompts are answered again.'),
        }),
      ])
      .nullable()
      .describe('Selection of completions that fills the queue. null: callers add items.'),
    reviews_per_item: reviewsPerItem,
    lease_seconds: leaseSeconds,
    counts: z
      .object({
        waiting: count('Items that nobody has leased.'),
        leased: count('Items with an unexpired lease.'),
        reviewed: count('Items with all reviews.'),
        skipped: count('Items that all reviewers skipped.'),
      })
      .describe('Number of items by status.'),
    fill_error: z
      .string()
      .nullable()
      .optional()
      .describe('Why the source cannot be read, for example because its model was deleted. null: it can.'),
    replays: z
      .object({
        pending: count('Prompts that wait or are being answered.'),
        answered: count('Prompts with an answer, which is compared with the stored one.'),
        failed: count('Prompts whose answer failed. Setting `source` again retries them.'),
        last_error: z.string().nullable().describe('Why the latest prompt has no answer yet. null: none failed.'),
      })
      .optional()
      .describe('Progress of the replays. Absent if `source` has no `replay`.'),
    ...timestampFields,
  })
  .meta({
    id: 'ReviewQueue',
    description: 'A queue of completions that people review under a metric.',
    examples: [
      {
        id: ids.queue,
        key: 'large-or-small',
        name: 'Large or small?',
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        kind: 'compare',
        metric: 'helpful',
        source: null,
        reviews_per_item: 1,
        lease_seconds: 300,
        counts: { waiting: 12, leased: 1, reviewed: 30, skipped: 2 },
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/review_queues`. */
export const reviewQueuePageSchema = pageOf(reviewQueueSchema);

const completionIds = z.array(completionIdSchema).min(1).max(2).describe('One completion to rate, or two to compare.');

/** Body of `POST .../review_queues/{queue}/items`. */
export const addReviewItemsSchema = z
  .strictObject({
    items: z
      .array(z.strictObject({ completion_ids: completionIds }))
      .min(1)
      .max(100)
      .describe('The items to add.'),
  })
  .meta({
    id: 'AddReviewItems',
    description: 'Items for a review queue.',
    examples: [{ items: [{ completion_ids: ids.completions }] }],
  });

/** Answer to `POST .../review_queues/{queue}/items`. */
export const addedReviewItemsSchema = z
  .object({ added: count('New items.'), existing: count('Items that the queue has already.') })
  .meta({
    id: 'AddedReviewItems',
    description: 'Number of items that were added.',
    examples: [{ added: 1, existing: 0 }],
  });

const status = z
  .enum(['waiting', 'leased', 'reviewed', 'skipped'])
  .describe('`leased`: has an unexpired lease. `reviewed`: has all reviews. `skipped`: all of them skipped it.');

/** Query string of `GET .../review_queues/{queue}/items`. */
export const reviewItemQuerySchema = listQuerySchema.extend({
  status: orNull(status).describe('Only items of this status.'),
});

/** An item of a review queue as it is shown. */
export const reviewItemSchema = z
  .object({
    id: z.uuid().describe('Id of the item.'),
    status,
    completion_ids: z.array(z.uuid()).min(1).max(2).describe('One completion to rate, or two to compare.'),
    reviews: z.array(reviewSchema).describe('Its reviews, oldest first.'),
    created_at: z.iso.datetime().describe('Time of creation.'),
  })
  .meta({
    id: 'ReviewItem',
    description: 'An item of a review queue.',
    examples: [
      {
        id: ids.item,
        status: 'reviewed',
        completion_ids: ids.completions,
        reviews: [reviewExample],
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET .../review_queues/{queue}/items`. */
export const reviewItemPageSchema = pageOf(reviewItemSchema);

/** A review queue as it is shown. */
export type ReviewQueueResponse = z.output<typeof reviewQueueSchema>;

/** Body of `POST .../review_queues/{queue}/items`. */
export type AddReviewItemsInput = z.output<typeof addReviewItemsSchema>;

/** Query string of `GET .../review_queues/{queue}/items`. */
export type ReviewItemQuery = z.output<typeof reviewItemQuerySchema>;
