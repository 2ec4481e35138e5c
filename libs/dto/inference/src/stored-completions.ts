import { z } from 'zod';
import { labelsSchema } from './chat-input.js';
import { openaiListOf, openaiListQuery } from './openai-list.js';
import { exampleChatResponse, openaiChatFields } from './openai-response.js';

const id = z.string().describe('Id of the answer, with the id of its completion.');

function listOf<Item extends { id: string }>(item: Item) {
  return { object: 'list' as const, data: [item], first_id: item.id, last_id: item.id, has_more: false };
}

/** A stored chat completion. */
export const storedCompletionSchema = z
  .object({
    ...openaiChatFields,
    metadata: z.record(z.string(), z.string()).describe('Labels of the interaction.'),
    temperature: z.number().nullable().describe("Sampling temperature; null: the model's."),
    top_p: z.number().nullable().describe("Nucleus sampling; null: the model's."),
  })
  .meta({
    id: 'StoredCompletion',
    description: 'A recorded answer, as OpenAI shows it.',
    examples: [{ ...exampleChatResponse, metadata: { channel: 'web' }, temperature: null, top_p: null }],
  });

/** Part of the list of stored chat completions. */
export const storedCompletionListSchema = z.object(openaiListOf(storedCompletionSchema)).meta({
  id: 'StoredCompletionList',
  description: 'Recorded answers, newest first.',
  examples: [listOf({ ...exampleChatResponse, metadata: { channel: 'web' }, temperature: null, top_p: null })],
});

const storedMessage = z
  .looseObject({ id: z.string().describe('Id of the message.'), role: z.string().describe('Role of the author.') })
  .meta({ id: 'StoredMessage', description: 'A message of the conversation that an answer belongs to.' });

/** Messages of a stored chat completion. */
export const storedMessageListSchema = z.object(openaiListOf(storedMessage)).meta({
  id: 'StoredMessageList',
  description: 'Messages of a recorded conversation, oldest first.',
  examples: [listOf({ id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06-0', role: 'user', content: 'Hello!' })],
});

/** Query of the messages of a stored chat completion. */
export const storedMessageQuerySchema = z.strictObject({
  ...openaiListQuery,
  order: z.literal('asc').default('asc').describe('Oldest first; no other order is supported.'),
});

const metadataKey = /^metadata\[(.*)\]$/s;

/** Query of the stored chat completions. Fields `metadata[name]` are conditions. */
export const storedListQuerySchema = z
  .object({
    ...openaiListQuery,
    order: z.literal('desc').default('desc').describe('Newest first; no other order is supported.'),
    model: z
      .string()
      .min(1)
      .max(257)
      .optional()
      .describe('Only answers of this model: id, key or `{project}/{model}`.'),
    project: z.string().min(1).max(128).optional().describe('Id or key of the project. Default: that of the key.'),
  })
  .catchall(z.string())
  .superRefine((query, context) => {
    for (const name of Object.keys(query)) {
      if (name in storedListQuerySchema.shape || metadataKey.test(name)) continue;
      context.addIssue({ code: 'custom', path: [name], message: 'does not exist', params: { code: 'unknown_field' } });
    }
  });

/** Labels that a query requires. */
export function metadataOf(query: StoredListQuery): { name: string; value: string }[] {
  return Object.entries(query).flatMap(([field, value]) => {
    const [, name] = metadataKey.exec(field) ?? [];
    return name === undefined ? [] : [{ name, value: value as string }];
  });
}

/** New metadata of a stored chat completion. */
export const updateStoredSchema = z
  .strictObject({ metadata: labelsSchema.describe('Labels of the interaction.') })
  .meta({
    id: 'UpdateStoredCompletion',
    description: 'New labels of a recorded answer, in place of all before.',
    examples: [{ metadata: { channel: 'web' } }],
  });

/** A deleted chat completion. */
export const deletedCompletionSchema = z
  .object({
    id,
    object: z.literal('chat.completion.deleted').describe('Always `chat.completion.deleted`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'DeletedCompletion',
    description: 'Confirms that an answer was deleted.',
    examples: [{ id: exampleChatResponse.id, object: 'chat.completion.deleted', deleted: true }],
  });

/** A stored chat completion. */
export type StoredCompletion = z.output<typeof storedCompletionSchema>;

/** Query of the stored chat completions. */
export type StoredListQuery = z.output<typeof storedListQuerySchema>;

/** Query of the messages of a stored chat completion. */
export type StoredMessageQuery = z.output<typeof storedMessageQuerySchema>;

/** New metadata of a stored chat completion. */
export type UpdateStored = z.output<typeof updateStoredSchema>;
