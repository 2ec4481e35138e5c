import { idOrKeySchema, listQuerySchema, orNull, pageOf, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** Query string of `GET /api/v1/projects/{project}/outcomes`. */
export const outcomeListQuerySchema = listQuerySchema.extend({
  metric: idOrKeySchema.optional().describe('Those under this metric, by its id or key.'),
  session_id: orNull(uuidSchema).describe('Those of this session.'),
  user_id: orNull(uuidSchema).describe('Those of this user.'),
});

/** Query string of `GET /api/v1/projects/{project}/feedback` and `.../comparisons`. */
export const feedbackListQuerySchema = outcomeListQuerySchema.extend({
  completion_id: orNull(uuidSchema).describe('Those about this completion.'),
});

const id = z.uuid().describe('Identifier.');
const ids = {
  metric: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
  session: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
};

const listed = {
  id,
  metric_id: z.uuid().describe('Id of the metric.'),
  metric: z.string().describe('Key of the metric.'),
  value: z.union([z.boolean(), z.number()]).describe('true or false under a metric of the kind `bool`, else a number.'),
  session_id: z.uuid().describe('The session.'),
  user_id: z.uuid().nullable().describe('Who said so.'),
  current: z.boolean().describe('false: a later value of the same user has taken its place.'),
  created_at: z.iso.datetime().describe('When it was said.'),
};

/** A value about a session as it is shown. */
export const outcomeSchema = z.object(listed).meta({
  id: 'Outcome',
  description: 'How a session turned out.',
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
    completion_id: z.uuid().describe('The completion.'),
    reason: z.string().nullable().describe('What was wrong with the answer.'),
    details: z.string().nullable().describe('What else was said.'),
    imported: z.boolean().describe('Whether it came with an imported interaction.'),
  })
  .meta({
    id: 'Feedback',
    description: 'What somebody said about a completion.',
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
  completion_id: z.uuid().describe('The completion.'),
  model: z.string().nullable().describe('`{project}/{model}`; null where none is known.'),
});

/** A comparison as it is shown. */
export const comparisonSchema = z
  .object({
    id,
    metric_id: z.uuid().describe('Id of the metric.'),
    metric: z.string().describe('Key of the metric.'),
    preferred: compared.describe('The better one, or, in a tie, the one that was named first.'),
    other: compared.describe('The other one.'),
    tied: z.enum(['good', 'bad']).nullable().describe('Neither is better: both are good, or both are bad.'),
    user_id: z.uuid().nullable().describe('Who said so.'),
    created_at: z.iso.datetime().describe('When it was said.'),
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

/** Answer to `GET /api/v1/projects/{project}/outcomes`. */
export type OutcomePage = z.output<typeof outcomePageSchema>;

/** Answer to `GET /api/v1/projects/{project}/feedback`. */
export type FeedbackPage = z.output<typeof feedbackPageSchema>;

/** Answer to `GET /api/v1/projects/{project}/comparisons`. */
export type ComparisonPage = z.output<typeof comparisonPageSchema>;
