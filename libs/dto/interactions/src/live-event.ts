import { z } from 'zod';
import { finishReasons } from './interaction-response.js';

const ids = {
  completion: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
  other: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07',
  session: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06',
};
const created_at = '2026-01-31T12:00:00.000Z';

const completionId = z.uuid().describe('Id of the completion.');
const sessionId = z.uuid().describe('Id of the session.');
const createdAt = z.iso.datetime().describe('Time of the interaction or feedback.');
const value = z
  .union([z.boolean(), z.number()])
  .describe('true or false for a metric of kind `bool`, otherwise a number.');
const metric = z.string().describe('Key of the metric at that time.');
const compared = z.object({
  completion_id: completionId,
  model: z.string().nullable().describe('`{project}/{model}`; null if unknown.'),
});

const interaction = z
  .object({
    completion_id: completionId,
    session_id: sessionId,
    model: z.string().nullable().describe('`{project}/{model}`; null if unknown.'),
    source: z.enum(['served', 'imported', 'comparison']).describe('Where the interaction comes from.'),
    finish_reason: z.enum(finishReasons).nullable().describe('Why it ended; null if it was not served here.'),
    created_at: createdAt,
  })
  .meta({ id: 'InteractionEvent', description: 'Data of `event: interaction`: an interaction was recorded.' });

const feedback = z
  .object({ id: z.uuid().describe('Id.'), completion_id: completionId, metric, value, created_at: createdAt })
  .meta({ id: 'FeedbackEvent', description: 'Data of `event: feedback`: feedback was recorded.' });

const outcome = z
  .object({ id: z.uuid().describe('Id.'), session_id: sessionId, metric, value, created_at: createdAt })
  .meta({ id: 'OutcomeEvent', description: 'Data of `event: outcome`: the outcome of a session was recorded.' });

const comparison = z
  .object({
    id: z.uuid().describe('Id.'),
    metric,
    preferred: compared.describe('The better completion; in a tie, the first one.'),
    other: compared.describe('The other completion.'),
    tied: z.enum(['good', 'bad']).nullable().describe('Set if neither is better: both are `good`, or both are `bad`.'),
    created_at: createdAt,
  })
  .meta({ id: 'ComparisonEvent', description: 'Data of `event: comparison`: a comparison was recorded.' });

/** Data of one event of `GET /api/v1/projects/{project}/events`. */
export const liveEventSchema = z.union([interaction, feedback, outcome, comparison]).meta({
  id: 'LiveEvent',
  description: 'Data of an event. Its `event:` line names the kind.',
  examples: [
    {
      ...{ completion_id: ids.completion, session_id: ids.session, model: 'support/large' },
      ...{ source: 'served', finish_reason: 'stop', created_at },
    },
    {
      id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e08',
      completion_id: ids.completion,
      metric: 'helpful',
      value: true,
      created_at,
    },
    { id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e09', session_id: ids.session, metric: 'solved', value: true, created_at },
    {
      id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
      metric: 'helpful',
      preferred: { completion_id: ids.completion, model: 'support/large' },
      other: { completion_id: ids.other, model: 'support/small' },
      ...{ tied: null, created_at },
    },
  ],
});

/** Data of an event, by its kind. */
export interface LiveEvents {
  readonly interaction: z.output<typeof interaction>;
  readonly feedback: z.output<typeof feedback>;
  readonly outcome: z.output<typeof outcome>;
  readonly comparison: z.output<typeof comparison>;
}
