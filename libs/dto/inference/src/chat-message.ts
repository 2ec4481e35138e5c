import { notSupportedYet, notSupportedYetIssue } from '@earshot/dto-common';
import { z } from 'zod';

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

const textPart = z.object({ type: z.literal('text'), text: z.string() });
const imagePart = z.object({ type: z.literal('image_url') }).refine(() => false, notSupportedYetIssue('an image part'));

/** Parts of text become one text: what the caller wrote, with nothing put between. */
const content = z
  .union([z.string(), z.array(z.discriminatedUnion('type', [textPart, imagePart])).min(1)])
  .transform((given) =>
    typeof given === 'string' ? given : given.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  )
  .describe('A text, or a list of parts.');

/** One message of a conversation, as a caller sends it (interface, section 2). */
export const chatMessageSchema = z
  .object({
    role: z
      .enum(roles)
      .refine((role) => role !== 'tool', notSupportedYetIssue('the role "tool"'))
      .describe(`Who speaks: ${roles.join(', ')}.`),
    content,
    name: notSupportedYet('name'),
    completion_id: notSupportedYet('completion_id'),
    metadata: notSupportedYet('metadata'),
    tool_calls: notSupportedYet('tool_calls'),
  })
  .transform((message) => ({ role: message.role, content: message.content }));

/** One message of a conversation, its parts joined. */
export type ChatMessageInput = z.output<typeof chatMessageSchema>;
