import {
  completionIdSchema,
  detailsSchema,
  endUserSchema,
  idOrKeySchema,
  listQuerySchema,
  orderSchema,
  orNull,
  pageOf,
  uuidSchema,
} from '@earshot/dto-common';
import { z } from 'zod';
import { projectFields, metricAndUserFields, storedSchema, valueSchema } from './shared-fields.js';

const reasons = ['Toxicity', 'Factuality', 'Style', 'WrongAnswer'] as const;

/** What is wrong with an answer. */
export const feedbackReasonSchema = z.enum(reasons).nullish().describe('What is wrong with the answer.');

/** Body of `POST /api/v1/feedback`. Fields that it does not name are ignored. */
export const feedbackInputSchema = z
  .object({
    value: valueSchema,
    completion_id: completionIdSchema.describe(
      'Completion that the feedback is about, or an answer with one choice (`chatcmpl-…`). Accepted from the first token on.',
    ),
    ...metricAndUserFields,
    ...projectFields,
    reason: feedbackReasonSchema,
    details: detailsSchema,
  })
  .meta({
    id: 'FeedbackInput',
    description: 'Feedback on a completion.',
    examples: [{ completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04', metric: 'helpful', value: true }],
  });

/** Body of `POST /api/v1/outcome`. Fields that it does not name are ignored. */
export const outcomeInputSchema = z
  .object({
    value: valueSchema,
    session_id: uuidSchema.describe('Session that the outcome is about. It has an interaction in the project.'),
    ...metricAndUserFields,
    ...projectFields,
  })
  .meta({
    id: 'OutcomeInput',
    description: 'Outcome of a session. `project` defaults to the project of the session.',
    examples: [
      { project_id: 'support', session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06', metric: 'solved', value: 1 },
    ],
  });

/** Answer to `POST /api/v1/feedback`. */
export const feedbackOutputSchema = storedSchema(
  'FeedbackOutput',
  'feedback_id',
  '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e08',
);

/** Answer to `POST /api/v1/outcome`. */
export const outcomeOutputSchema = storedSchema('OutcomeOutput', 'outcome_id', '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e09');

/** Query string of `GET /api/v1/projects/{project}/outcomes`. */
export const outcomeListQuerySchema = listQuerySchema.extend({
  metric: idOrKeySchema.optional().describe('Only entries under this metric, by id or key.'),
  session_id: orNull(uuidSchema).describe('Only entries of this session.'),
  user_id: orNull(endUserSchema).describe('Only entries of this user.'),
  order: orderSchema,
});

/** Query string of `GET /api/v1/projects/{project}/feedback` and `.../comparisons`. */
export const feedbackListQuerySchema = outcomeListQuerySchema.extend({
  completion_id: orNull(completionIdSchema).describe('Only entries about this completion.'),
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

/** Answer to `GET /api/v1/projects/{project}/outcomes`. */
export const outcomePageSchema = pageOf(outcomeSchema);

/** Answer to `GET /api/v1/projects/{project}/feedback`. */
export const feedbackPageSchema = pageOf(feedbackSchema);

/** Body of `POST /api/v1/feedback`. */
export type FeedbackInput = z.output<typeof feedbackInputSchema>;

/** Body of `POST /api/v1/outcome`. */
export type OutcomeInput = z.output<typeof outcomeInputSchema>;

/** Which values about sessions are asked for. */
export type OutcomeListQuery = z.output<typeof outcomeListQuerySchema>;

/** Which values about completions, or which comparisons, are asked for. */
export type FeedbackListQuery = z.output<typeof feedbackListQuerySchema>;
