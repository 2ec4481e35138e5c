import { chatMessagesSchema, completionIdSchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { projectFields, metricAndUserFields, storedSchema } from './shared-fields.js';

const completion = z
  .union([
    completionIdSchema,
    z.object({
      text: z.string().describe('Text of the answer.'),
      model: z.string().min(1).max(257).describe('Model that answered: id, key or `{project}/{model}`.'),
    }),
  ])
  .describe('A completion, by id or as text.');

const comparison = z
  .object({
    ...metricAndUserFields,
    ...projectFields,
    preferred_completion: completion,
    other_completion: completion,
    messages: chatMessagesSchema
      .nullish()
      .describe('Prompt of both completions. Required if one of them is given as text, otherwise ignored.'),
    prompt: z.string().nullish().describe('Older form of `messages`: one user message.'),
    tied: z.enum(['good', 'bad']).nullish().describe('Set if neither is better: both are `good`, or both are `bad`.'),
  })
  .superRefine((input, context) => {
    const texts = [input.preferred_completion, input.other_completion].some((one) => typeof one !== 'string');
    const messages = input.messages ?? null;
    const prompt = input.prompt ?? null;
    if (messages !== null && prompt !== null && texts) {
      context.addIssue({
        code: 'custom',
        path: ['prompt'],
        message: "contradicts 'messages'; send only one of the two",
      });
    }
    if (!texts || messages !== null || prompt !== null) return;
    context.addIssue({
      code: 'custom',
      path: ['messages'],
      message: 'is required if a completion is given as text',
      params: { code: 'missing_field' },
    });
  });

/** Removes the prompt of a comparison of two completion ids: it is ignored, whatever its form. */
function withoutNeedless(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input;
  const { messages, prompt, ...rest } = input as Record<string, unknown>;
  const needless = typeof rest['preferred_completion'] === 'string' && typeof rest['other_completion'] === 'string';
  return needless ? rest : input;
}

/** Body of `POST /api/v1/comparison`. Fields that it does not name are ignored. */
export const comparisonInputSchema = z.preprocess(withoutNeedless, comparison).meta({
  id: 'ComparisonInput',
  description:
    'Which of two completions of one prompt is better. `project` defaults to the project of the completions.',
  examples: [
    {
      project: 'support',
      metric: 'helpful',
      preferred_completion: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04',
      other_completion: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07',
    },
    {
      project: 'support',
      metric: 'helpful',
      messages: [{ role: 'user', content: 'Where is my parcel?' }],
      preferred_completion: { text: 'On its way.', model: 'large' },
      other_completion: { text: 'No idea.', model: 'small' },
    },
  ],
});

/** Answer to `POST /api/v1/comparison`. */
export const comparisonOutputSchema = storedSchema(
  'ComparisonOutput',
  'comparison_id',
  '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
);

const compared = z.object({
  completion_id: z.uuid().describe('Id of the completion.'),
  model: z.string().nullable().describe('`{project}/{model}`; null if unknown.'),
});

/** A comparison as it is shown. */
export const comparisonSchema = z
  .object({
    id: z.uuid().describe('Id.'),
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
        metric_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e05',
        metric: 'helpful',
        preferred: { completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e04', model: 'support/large' },
        other: { completion_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e07', model: 'support/small' },
        tied: null,
        user_id: null,
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/comparisons`. */
export const comparisonPageSchema = pageOf(comparisonSchema);

/** Body of `POST /api/v1/comparison`. */
export type ComparisonInput = z.output<typeof comparisonInputSchema>;
