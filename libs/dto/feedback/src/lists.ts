import { idOrKeySchema, listQuerySchema, orNull, pageOf, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** Query string of `GET /api/v1/projects/{project}/outcomes`. */
export const outcomeListQuerySchema = listQuerySchema.extend({
  metric: idOrKeySchema.optional().describe('Only entries under this metric, by id or key.'),
  session_id: orNull(uuidSchema).describe('Only entries of this session.'),
  user_id: orNull(uuidSchema).describe('Only entries of this user.'),
});

/** Query string of `GET /api/v1/projects/{project}/feedback` and `.../comparisons`. */
export const feedbackListQuerySchema = outcomeListQuerySchema.extend({
  completion_id: orNull(uuidSchema).describe('Only entries about this completion.'),
});

const id = z.uuid().describe('Id.');
const ids = {
  metric: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
  session: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
};

const listed = {
  id,
  metric_id: z.uuid().describe('Id of the metric.'),
  metric: z.string().describe('Key of the metric.'),
  value: z.union([z.boolean(), z.number()]).describe('true or false for a metric of kind `bool`, otherwise a number.'),
  session_id: z.uuid().describe('Id of the session.'),
  user_id: z.uuid().nullable().describe('End user who gave it.'),
  current: z.boolean().describe('False if a later value of the same user replaced it.'),
  created_at: z.iso.datetime().describe('Time of the feedback.'),
};

/** A value about a session as it is shown. */
export const outcomeSchema = z.object(listed).meta({
  id: 'Outcome',
  description: 'Outcome of a session.',
  examples: [
    {
      id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e09',
      metric_id: ids.metric,
      metric: 'solved',
      value: true,
      session_id: ids.session,
      user_id: null,
      current: true,
      created_at: '2026-01-31T12:00:00.000Z',
    },
  ],
});

/** A value about a completion as it is shown. */
export const feedbackSchema = z
  .object({
    ...listed,
    completion_id: z.uuid().describe('Id of the completion.'),
    reason: z.string().nullable().describe('What is wrong with the answer.'),
    details: z.string().nullable().describe('Further details.'),
    imported: z.boolean().describe('True if it was imported with an interaction.'),
  })
  .meta({
    id: 'Feedback',
    description: 'Feedback on a completion.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e08',
        metric_id: ids.metric,
        metric: 'helpful',
        value: true,
        session_id: ids.session,
        user_id: null,
        current: true,
        created_at: '2026-01-31T12:00:00.000Z',
        completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
        reason: 'Style',
        details: null,
        imported: false,
      },
    ],
  });

const compared = z.object({
  completion_id: z.uuid().describe('Id of the completion.'),
  model: z.string().nullable().describe('`{project}/{model}`; null if unknown.'),
});

/** A comparison as it is shown. */
export const comparisonSchema = z
  .object({
    id,
    metric_id: z.uuid().describe('Id of the metric.'),
    metric: z.string().describe('Key of the metric.'),
    preferred: compared.describe('The better completion; in a tie, the first one.'),
    other: compared.describe('The other completion.'),
    tied: z.enum(['good', 'bad']).nullable().describe('Set if neither is better: both are `good`, or both are `bad`.'),
    user_id: z.uuid().nullable().describe('End user who gave it.'),
    created_at: z.iso.datetime().describe('Time of the feedback.'),
  })
  .meta({
    id: 'Comparison',
    description: 'Which of two completions is better.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
        metric_id: ids.metric,
        metric: 'helpful',
        preferred: { completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04', model: 'support/large' },
        other: { completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07', model: 'support/small' },
        tied: null,
        user_id: null,
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/outcomes`. */
export const outcomePageSchema = pageOf(outcomeSchema);

/** Answer to `GET /api/v1/projects/{project}/feedback`. */
export const feedbackPageSchema = pageOf(feedbackSchema);

/** Answer to `GET /api/v1/projects/{project}/comparisons`. */
export const comparisonPageSchema = pageOf(comparisonSchema);

/** Which values about sessions are asked for. */
export type OutcomeListQuery = z.output<typeof outcomeListQuerySchema>;

/** Which values about completions, or which comparisons, are asked for. */
export type FeedbackListQuery = z.output<typeof feedbackListQuerySchema>;
