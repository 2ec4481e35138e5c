import { isDeepStrictEqual } from 'node:util';
import { chatMessagesSchema, detailsSchema, idOrKeySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { pastTimeSchema } from './time.js';

/** Limits of the feedback on one answer: far above what callers send. All of it is in one record of a topic. */
const maxFeedbacks = 100;
const maxFeedbackBytes = 512 * 1_024;

/** Interface, section 9. */
const maxReasonLength = 1_000;

/** Limits of labels: far above what callers use, and small beside a record of a topic. */
const maxLabels = 256;
const maxLabelLength = 8_192;
const maxLabelBytes = 256 * 1_024;

const label = z.string().max(maxLabelLength);

/** Feedback of an imported interaction. */
export const interactionFeedbackSchema = z
  .object({
    metric: idOrKeySchema.describe('Id or key of the metric.'),
    value: z
      .union([z.boolean(), z.number()])
      .describe('true, false, 0 or 1 for a metric of kind bool; any number for one of kind scalar.'),
    reason: z.string().max(maxReasonLength).nullish().describe('Comment of the user.'),
    details: detailsSchema,
    created_at: pastTimeSchema.nullish().describe('Time of the feedback. Default: the time of the interaction.'),
  })
  .meta({ id: 'InteractionFeedback', description: 'Feedback on an imported interaction.' });

const fields = {
  project: idOrKeySchema
    .nullish()
    .describe('Id or key of the project. Default: the project of the key. Required with an installation key.'),
  use_case: idOrKeySchema.nullish().describe('Older alias of `project`.'),
  messages: chatMessagesSchema.nullish(),
  prompt: z.string().nullish().describe('Older form of `messages`: one user message.'),
  completion: z.string().describe('Text of the answer.'),
  model_service: idOrKeySchema.nullish().describe('Id or key of the model that answered.'),
  feedbacks: z
    .array(interactionFeedbackSchema)
    .max(maxFeedbacks)
    .refine((list) => bytesOf(list) <= maxFeedbackBytes, `expected at most ${maxFeedbackBytes} bytes in all feedbacks`)
    .nullish()
    .describe('Feedback on the interaction. Both are recorded, or neither.'),
  user: z
    .string()
    .max(1_024)
    .nullish()
    .describe('End user: a uuid, or any string. A string is stored in `labels.user` and mapped to a uuid.'),
  session_id: uuidSchema.nullish().describe('Session of the interaction. Default: a new session.'),
  created_at: pastTimeSchema.nullish().describe('Time of the interaction. Default: now.'),
  ab_campaign: z.string().min(1).max(128).nullish().describe('Id or key of the A/B campaign of the interaction.'),
  labels: z
    .record(label, label)
    .refine((given) => Object.keys(given).length <= maxLabels, `expected at most ${maxLabels} labels`)
    .refine((given) => bytesOf(given) <= maxLabelBytes, `expected at most ${maxLabelBytes} bytes in all labels`)
    .nullish()
    .meta({ description: 'Labels to find the interaction by.', maxProperties: maxLabels }),
  tags: z
    .array(label)
    .max(maxLabels)
    .refine((given) => bytesOf(given) <= maxLabelBytes, `expected at most ${maxLabelBytes} bytes in all tags`)
    .nullish()
    .describe('Tags to find the interaction by.'),
};

/** Body of `POST /api/v1/interactions` in all its forms. Unknown fields are ignored. */
export const interactionInputSchema = z
  .object(fields)
  .superRefine((input, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { messages, prompt, user, labels } = input;
    if (messages && typeof prompt === 'string') issue('prompt', 'contradicts messages; send only one of the two');
    if (!messages && typeof prompt !== 'string') missing(context, 'messages');
    // A user that is no uuid is kept as a label of this name, in whose place no other may stand.
    const other = labels?.['user'];
    if (user && other !== undefined && !uuidSchema.safeParse(user).success && !isDeepStrictEqual(user, other)) {
      issue('user', 'contradicts labels.user; send only one of the two');
    }
  })
  .transform(({ messages, prompt, ...rest }) => ({
    ...rest,
    messages: messages ?? [{ role: 'user' as const, content: prompt as string }],
  }))
  .meta({
    id: 'InteractionInput',
    description: 'An interaction from outside the installation. Unknown fields are ignored.',
    examples: [
      {
        project: 'support',
        messages: [{ role: 'user', content: 'Why is the sky blue?' }],
        completion: 'Because of how air scatters light.',
        model_service: 'large',
        feedbacks: [{ metric: 'helpful', value: true }],
        created_at: '2026-01-02T03:04:05Z',
      },
    ],
  });

/** Body of `POST /api/v1/interactions`. */
export type InteractionInput = z.output<typeof interactionInputSchema>;

/** Answer of `POST /api/v1/interactions`. */
export const addInteractionsResponseSchema = z
  .object({
    completion_id: z.guid().describe('Id of the completion. Feedback names it.'),
    session_id: z.guid().describe('Session of the interaction.'),
    feedback_ids: z.array(z.guid()).describe('Ids of the feedback, in order.'),
  })
  .meta({
    id: 'AddInteractionsResponse',
    description: 'Ids of the recorded interaction.',
    examples: [
      {
        completion_id: '0198c5a4-7d10-7000-8000-000000000007',
        session_id: '0198c5a4-7d10-7000-8000-000000000005',
        feedback_ids: ['0198c5a4-7d10-7000-8000-00000000000a'],
      },
    ],
  });

/** Answer of `POST /api/v1/interactions`. */
export type AddInteractionsResponse = z.output<typeof addInteractionsResponseSchema>;

/** Body of `POST /api/v1/interactions/bulk`. */
export const bulkLinesSchema = z.string().meta({
  description: 'JSON Lines. Each line is an InteractionInput.',
  examples: ['{"project":"support","prompt":"Hi","completion":"Hello"}\n'],
});

/** Answer of `POST /api/v1/interactions/bulk`. */
export const bulkAnswerSchema = z.string().meta({
  description: 'JSON Lines. Each line is an AddInteractionsResponse or an Error.',
  examples: [
    '{"completion_id":"0198c5a4-7d10-7000-8000-000000000007","session_id":"0198c5a4-7d10-7000-8000-000000000005","feedback_ids":[]}\n',
  ],
});

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** As a field would be missed that has to be there. */
function missing(context: z.core.$RefinementCtx, field: string): void {
  context.addIssue({ code: 'custom', path: [field], message: 'is required', params: { code: 'missing_field' } });
}
