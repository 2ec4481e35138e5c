import { limitSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** Part of a list in OpenAI's form. */
export function openaiListOf<Item extends z.ZodType>(item: Item) {
  return {
    object: z.literal('list').describe('Always `list`.'),
    data: z.array(item).describe('Entries.'),
    first_id: z.string().nullable().describe('Id of the first entry; null without entries.'),
    last_id: z.string().nullable().describe('Id of the last entry; null without entries.'),
    has_more: z.boolean().describe('Whether entries follow.'),
  };
}

/** Query of a list in OpenAI's form. */
export const openaiListQuery = {
  limit: limitSchema(100, 20).describe('Maximum number of entries.'),
  after: z.string().max(256).optional().describe('Id of the last entry of the page before.'),
};
