import { z } from 'zod';
import { openaiListOf, openaiListQuery } from './openai-list.js';
import { exampleResponseId } from './responses-output.js';

const listed = z
  .looseObject({
    id: z.string().describe('Id of the item.'),
    type: z.string().describe('Kind of the item, such as `message` or `function_call`.'),
  })
  .meta({ id: 'ResponseListedItem', description: 'One item of the input of a response.' });

/** Query of the input items of a response. */
export const responseInputQuerySchema = z.strictObject({
  ...openaiListQuery,
  order: z.enum(['asc', 'desc']).default('desc').describe('`asc`: oldest first. `desc`: newest first.'),
  include: z.array(z.string()).or(z.string()).optional().describe('Ignored: entries are complete.'),
});

const inputExample = {
  id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e06_in_0',
  type: 'message',
  role: 'user',
  status: 'completed',
  content: [{ type: 'input_text', text: 'Hello!' }],
};

/** Input items of a response. */
export const responseInputListSchema = z.object(openaiListOf(listed)).meta({
  id: 'ResponseInputList',
  description: 'Input of a response.',
  examples: [
    { object: 'list', data: [inputExample], first_id: inputExample.id, last_id: inputExample.id, has_more: false },
  ],
});

/** A deleted response. */
export const deletedResponseSchema = z
  .object({
    id: z.string().describe('Id of the response.'),
    object: z.literal('response').describe('Always `response`.'),
    deleted: z.literal(true).describe('Always true.'),
  })
  .meta({
    id: 'DeletedResponse',
    description: 'Confirms that a response was deleted.',
    examples: [{ id: exampleResponseId, object: 'response', deleted: true }],
  });

/** Query of the input items of a response. */
export type ResponseInputQuery = z.output<typeof responseInputQuerySchema>;
