import { completionIdSchema, detailsSchema, pair, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { feedbackReasonSchema } from './feedback.js';
import { metricAndUserFields, valueSchema } from './shared-fields.js';

const reviewer = z.string().min(1).max(200);

/** Body of `POST .../review_queues/{queue}/leases`. */
export const leaseReviewItemsSchema = z
  .strictObject({
    reviewer: reviewer.optional().describe('Name of the person who reviews. Default: the name of the API key.'),
    limit: z.int().min(1).max(10).optional().describe('Maximum number of items. Default: 1.'),
    item_id: uuidSchema.optional().describe('Leases this item. Default: the oldest waiting ones.'),
  })
  .meta({ id: 'LeaseReviewItems', description: 'A request for items to review.', examples: [{ reviewer: 'Ada' }] });

const leaseExample = {
  lease_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e33',
  item_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e32',
  completion_ids: ['01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07', '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04'],
  expires_at: '2026-01-31T12:05:00.000Z',
};

/** Answer to `POST .../review_queues/{queue}/leases`. */
export const reviewLeasesSchema = z
  .object({
    data: z
      .array(
        z.object({
          lease_id: z.uuid().describe('Id of the lease.'),
          item_id: z.uuid().describe('Id of the item.'),
          completion_ids: z
            .array(z.uuid())
            .min(1)
            .max(2)
            .describe('Completions to show, the left one first. Their order is random.'),
          expires_at: z.iso.datetime().describe('Time until which nobody else gets the item.'),
        }),
      )
      .describe('The leases; empty if nothing waits.'),
  })
  .meta({ id: 'ReviewLeases', description: 'Leased items.', examples: [{ data: [leaseExample] }] });

/** The fields by which a review decides; exactly one of them is set. */
const decisions = ['preferred_completion', 'tied', 'value', 'skip'] as const;

/** Body of `POST .../review_queues/{queue}/reviews`. */
export const createReviewSchema = z
  .strictObject({
    lease_id: uuidSchema.describe('The lease of the item.'),
    preferred_completion: completionIdSchema
      .optional()
      .describe('The better completion, in a queue of kind `compare`. One decision is required.'),
    tied: z.enum(['good', 'bad']).optional().describe('Set if neither is better: both are `good`, or both are `bad`.'),
    value: valueSchema.optional(),
    reason: feedbackReasonSchema.describe('What is wrong with the answer. Only with `value`.'),
    details: detailsSchema.describe('Text, at most 64 KiB in UTF-8. Only with `value`.'),
    skip: z.literal(true).optional().describe('Skips the item: nothing is recorded.'),
    user_id: metricAndUserFields.user_id,
  })
  .superRefine((input, context) => {
    const issue = (field: string, message: string, code?: string) =>
      context.addIssue({ code: 'custom', path: [field], message, ...(code && { params: { code } }) });
    const [first, another] = decisions.filter((name) => input[name] !== undefined);
    if (first === undefined)
      issue('preferred_completion', `is required, or one of ${decisions.slice(1).join(', ')}`, 'missing_field');
    if (another !== undefined) issue(another, `contradicts ${first}; send only one of the two`);
    for (const name of ['reason', 'details'] as const)
      if (input[name] != null && input.value === undefined) issue(name, 'requires value');
  })
  .meta({
    id: 'CreateReview',
    description: 'A review of a leased item: one of `preferred_completion`, `tied`, `value` and `skip`.',
    examples: [{ lease_id: leaseExample.lease_id, preferred_completion: leaseExample.completion_ids[1] }],
  });

/** The review of the examples. */
export const reviewExample = {
  id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
  item_id: leaseExample.item_id,
  reviewer: 'Ada',
  preferred_completion: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
  tied: null,
  value: null,
  reason: null,
  details: null,
  skipped: false,
  comparison_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
  feedback_id: null,
  created_at: '2026-01-31T12:00:00.000Z',
} as const;

/** A review as it is shown. */
export const reviewSchema = z
  .object({
    id: z.uuid().describe('Id of the review.'),
    item_id: z.uuid().describe('Id of the item.'),
    reviewer: z.string().describe('Name of the person who reviewed.'),
    preferred_completion: z.uuid().nullable().describe('The better completion.'),
    tied: z.enum(['good', 'bad']).nullable().describe('Set if neither is better: both are `good`, or both are `bad`.'),
    value: z.union([z.boolean(), z.number()]).nullable().describe('The value, in a queue of kind `rate`.'),
    reason: z.string().nullable().describe('What is wrong with the answer.'),
    details: z.string().nullable().describe('Further details.'),
    skipped: z.boolean().describe('True if the reviewer skipped the item.'),
    comparison_id: z.uuid().nullable().describe('The recorded comparison.'),
    feedback_id: z.uuid().nullable().describe('The recorded feedback.'),
    created_at: z.iso.datetime().describe('Time of the review.'),
  })
  .meta({ id: 'Review', description: 'A review of an item.', examples: [reviewExample] });

const share = z.number().min(0).max(1).nullable();

/** Answer to `GET .../review_queues/{queue}/agreement`. */
export const reviewAgreementSchema = z
  .object({
    items: z.int().min(0).describe('Items with two reviews or more, without skips.'),
    reviewers: z
      .array(
        z.object({
          reviewer: z.string().describe('Name of the person who reviews.'),
          reviews: z.int().min(0).describe('Number of reviews, without skips.'),
        }),
      )
      .describe('The 20 reviewers with the most reviews.'),
    agreement: share.describe('Share of the pairs of reviews of one item that agree. null: no pairs.'),
    fleiss_kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .describe("Fleiss' kappa: agreement beyond chance. 1: always the same. 0: as by chance. null: not defined."),
    pairs: z
      .array(
        z.object({
          reviewers: pair(z.string()).describe('The two reviewers.'),
          items: z.int().min(1).describe('Items that both reviewed.'),
          agreement: share.describe('Share of these items on which they agree.'),
        }),
      )
      .describe('Pairs of reviewers that have items in common.'),
  })
  .meta({
    id: 'ReviewAgreement',
    description: 'Agreement of the reviewers in the latest 10,000 reviews of a queue.',
    examples: [
      {
        items: 40,
        reviewers: [
          { reviewer: 'Ada', reviews: 45 },
          { reviewer: 'Grace', reviews: 40 },
        ],
        agreement: 0.9,
        fleiss_kappa: 0.79,
        pairs: [{ reviewers: ['Ada', 'Grace'], items: 40, agreement: 0.9 }],
      },
    ],
  });

/** Body of `POST .../review_queues/{queue}/leases`. */
export type LeaseReviewItemsInput = z.output<typeof leaseReviewItemsSchema>;

/** Body of `POST .../review_queues/{queue}/reviews`. */
export type CreateReview = z.output<typeof createReviewSchema>;

/** A review as it is shown. */
export type ReviewResponse = z.output<typeof reviewSchema>;

/** Answer to `GET .../review_queues/{queue}/agreement`. */
export type ReviewAgreementResponse = z.output<typeof reviewAgreementSchema>;
