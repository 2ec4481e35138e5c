import { detailsSchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { projectFields, givenFields, storedSchema, valueSchema } from './given.js';

const reasons = ['Toxicity', 'Factuality', 'Style', 'WrongAnswer'] as const;

/** What is wrong with an answer. */
export const feedbackReasonSchema = z.enum(reasons).nullish().describe('What is wrong with the answer.');

/** Body of `POST /api/v1/feedback`. Fields that it does not name are ignored. */
export const feedbackInputSchema = z
  .object({
    value: valueSchema,
    completion_id: uuidSchema.describe('Completion that the feedback is about. Accepted from its first token on.'),
    ...givenFields,
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
    ...givenFields,
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

/** Body of `POST /api/v1/feedback`. */
export type FeedbackInput = z.output<typeof feedbackInputSchema>;

/** Body of `POST /api/v1/outcome`. */
export type OutcomeInput = z.output<typeof outcomeInputSchema>;
