import { completionIdSchema } from './fields.js';
import { providerFieldsOf } from './provider-fields.js';
import { z } from 'zod';
import { imageUrlSchema } from './chat-image.js';
import { limitedList } from './limited-list.js';

const maxMessages = 10_000;

/** Each image is fetched, stored and sent to the model. */
const maxImages = 256;

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

/** Maximum length of a name. */
const maxNameLength = 256;

/** The maximum number of functions. */
const maxToolCalls = 128;

/** Ids of providers have about 30 characters. */
const callId = z.string().min(1).max(256).describe('Id of the call in its conversation.');

const textPart = z
  .looseObject({ type: z.literal('text'), text: z.string().describe('Text.') })
  .transform(({ type, text, ...others }) => ({ type, text, ...providerFieldsOf(others) }));
const imagePart = z
  .looseObject({ type: z.literal('image_url'), image_url: imageUrlSchema })
  .transform(({ type: _, image_url, ...others }) => {
    const { url, detail } = typeof image_url === 'string' ? { url: image_url } : image_url;
    return { type: 'image' as const, url, ...(detail && { detail }), ...providerFieldsOf(others) };
  });
const part = z.discriminatedUnion('type', [textPart, imagePart]);

type Part = z.output<typeof part>;

const content = z
  .union([z.string(), z.array(part).min(1)])
  .transform((given) => (typeof given === 'string' ? given : (joined(given) ?? given)))
  .describe('A string, or an array of parts.');

const toolCall = z
  .object({
    id: callId,
    type: z.literal('function').optional(),
    function: z
      .object({
        name: z.string().min(1).max(maxNameLength).describe('Name of the function.'),
        arguments: z.string().describe('Arguments as the model wrote them, usually a JSON object.'),
      })
      .describe('Called function and its arguments.'),
  })
  .transform(({ id, function: called }) => ({ id, ...called }));

/** Clients may omit the text of a message with calls. */
function withText(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  const { role, content = null, tool_calls } = message as Record<string, unknown>;
  const silent = role === 'assistant' && content === null && Array.isArray(tool_calls) && tool_calls.length > 0;
  return silent ? { ...message, content: '' } : message;
}

const fields = z
  .looseObject({
    role: z.enum(roles).describe(`Role of the author: ${roles.join(', ')}.`),
    content,
    name: z.string().max(maxNameLength).nullish().describe('Name of the author, to tell authors of one role apart.'),
    completion_id: completionIdSchema
      .nullish()
      .describe('Id of the completion that the message repeats, if it is one.'),
    id: z.unknown().optional().describe('Ignored: the id of the message in the application of the caller.'),
    metadata: z.unknown().optional().describe('Any JSON object; stored with the message.'),
    tool_calls: z
      .array(toolCall)
      .max(maxToolCalls)
      .nullish()
      .describe('Function calls of the assistant; `content` may then be null.'),
    tool_call_id: callId.nullish().describe('Id of the call that a `tool` message answers.'),
  })
  .superRefine(({ role, tool_call_id, tool_calls }, context) => {
    const addProblem = (field: string, message: string, code: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { code } });
    if (role === 'tool' && !tool_call_id) {
      addProblem('tool_call_id', 'is required: the id of the call that the message answers', 'missing_field');
    }
    if (role !== 'assistant' && tool_calls?.length) {
      addProblem('tool_calls', 'expected only in messages of the role "assistant"', 'invalid_field');
    }
  });

/** One message of a conversation, as a caller sends it. */
export const chatMessageSchema = z
  .preprocess(withText, fields)
  .transform(({ role, content, name, completion_id, id: _, metadata, tool_calls, tool_call_id, ...others }) => ({
    role,
    content,
    ...(name && { name }),
    ...(completion_id && { completion_id }),
    ...(metadata !== undefined && { metadata }),
    ...(tool_calls?.length && { tool_calls }),
    ...(role === 'tool' && tool_call_id && { tool_call_id }),
    ...providerFieldsOf(others),
  }))
  .meta({
    id: 'ChatMessageInput',
    description: 'One message of a conversation. Unknown fields of it and of its parts are sent to the provider.',
  });

/**
 * One message of a conversation: parts of text joined, and a list of parts only where there are pictures among them, or
 * fields for the provider.
 */
export type ChatMessageInput = z.output<typeof chatMessageSchema>;

/** The messages of a conversation, as a caller sends them. */
export const chatMessagesSchema = z
  .preprocess(
    limitedList(maxMessages, 'messages'),
    z.array(chatMessageSchema).min(1).refine(hasFewImages, `expected at most ${maxImages} images in all messages`),
  )
  .meta({ description: `The conversation so far, with at most ${maxImages} images.`, maxItems: maxMessages });

function hasFewImages(messages: readonly ChatMessageInput[]): boolean {
  let images = 0;
  for (const { content } of messages) {
    if (typeof content !== 'string') for (const { type } of content) if (type === 'image') images += 1;
  }
  return images <= maxImages;
}

/** Joins text parts without separators; undefined if there are other parts, or parts with fields for the provider. */
function joined(parts: readonly Part[]): string | undefined {
  let text = '';
  for (const one of parts) {
    if (one.type !== 'text' || one.provider_fields !== undefined) return undefined;
    text += one.text;
  }
  return text;
}
