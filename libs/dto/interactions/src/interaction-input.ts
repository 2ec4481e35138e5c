import { isDeepStrictEqual } from 'node:util';
import { chatMessagesSchema, idOrKeySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { pastTimeSchema } from './time.js';

/** Far more than anybody says about one answer; together they travel in one record of a topic. */
const maxFeedbacks = 100;
const maxFeedbackBytes = 512 * 1_024;

/** Interface, section 9. */
const maxReasonLength = 1_000;
const maxDetailsBytes = 64 * 1_024;

/** Far more than anybody finds interactions by, and small beside a record of a topic. */
const maxLabels = 256;
const maxLabelLength = 8_192;
const maxLabelBytes = 256 * 1_024;

const label = z.string().max(maxLabelLength);

/** What is said about an interaction that is imported (interface, section 5). */
export const interactionFeedbackSchema = z
  .object({
    metric: idOrKeySchema.describe('Id or key of the metric.'),
    value: z
      .union([z.boolean(), z.number()])
      .describe('true, false, 0 or 1 for a metric of kind bool; any number for one of kind scalar.'),
    reason: z.string().max(maxReasonLength).nullish().describe('Why, in some words.'),
    details: z
      .string()
      .refine((text) => Buffer.byteLength(text) <= maxDetailsBytes, `expected at most ${maxDetailsBytes} bytes`)
      .nullish()
      .describe('Whatever is to be known, 64 KiB at most.'),
    created_at: pastTimeSchema.nullish().describe('When it was said; when the interaction took place unless given.'),
  })
  .meta({ id: 'InteractionFeedback', description: 'What is said about an interaction that is imported.' });

const fields = {
  project: idOrKeySchema.nullish().describe('Id or key of the project.'),
  use_case: idOrKeySchema.nullish().describe('Older name of `project`.'),
  messages: chatMessagesSchema.nullish(),
  prompt: z.string().nullish().describe('Older form of `messages`: one message of the user.'),
  completion: z.string().describe('What was answered.'),
  model_service: idOrKeySchema.nullish().describe('Id or key of the model that answered.'),
  feedbacks: z
    .array(interactionFeedbackSchema)
    .max(maxFeedbacks)
    .refine((list) => bytesOf(list) <= maxFeedbackBytes, `expected at most ${maxFeedbackBytes} bytes in all feedbacks`)
    .nullish()
    .describe('What is said about it; recorded with it, or not at all.'),
  user: z
    .string()
    .max(1_024)
    .nullish()
    .describe('The end user: a uuid, or any text, which is kept in `labels.user` and stands for a uuid of its own.'),
  session_id: uuidSchema.nullish().describe('The session that it belongs to; a new one unless given.'),
  created_at: pastTimeSchema.nullish().describe('When it took place; now unless given.'),
  ab_campaign: z.string().min(1).max(128).nullish().describe('Id or key of the campaign that it was a part of.'),
  labels: z
    .record(label, label)
    .refine((given) => Object.keys(given).length <= maxLabels, `expected at most ${maxLabels} labels`)
    .refine((given) => bytesOf(given) <= maxLabelBytes, `expected at most ${maxLabelBytes} bytes in all labels`)
    .nullish()
    .meta({ description: 'What it is to be found by: names and values.', maxProperties: maxLabels }),
  tags: z
    .array(label)
    .max(maxLabels)
    .refine((given) => bytesOf(given) <= maxLabelBytes, `expected at most ${maxLabelBytes} bytes in all tags`)
    .nullish()
    .describe('What it is to be found by: words.'),
};

/**
 * Body of `POST /api/v1/interactions` (interface, sections 4.6 and 9), in its current and in its older form. Fields that it does not name are
 * ignored: clients send those of newer revisions.
 */
export const interactionInputSchema = z
  .object(fields)
  .superRefine((input, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { project, use_case, messages, prompt, user, labels } = input;
    if (messages && typeof prompt === 'string') issue('prompt', 'contradicts messages; send only one of the two');
    if (!project && !use_case) missing(context, 'project');
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
    description: 'An interaction that took place elsewhere. Fields that are not named here are ignored.',
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
    completion_id: z.guid().describe('Of the completion: what later feedback names.'),
    session_id: z.guid().describe('The session that it belongs to.'),
    feedback_ids: z.array(z.guid()).describe('Of the feedbacks, in their order.'),
  })
  .meta({
    id: 'AddInteractionsResponse',
    description: 'What was recorded.',
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
  description: 'Lines of JSON, each an InteractionInput.',
  examples: ['{"project":"support","prompt":"Hi","completion":"Hello"}\n'],
});

/** Answer of `POST /api/v1/interactions/bulk`. */
export const bulkAnswerSchema = z.string().meta({
  description: 'A line of JSON for each: an AddInteractionsResponse, or an Error.',
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
