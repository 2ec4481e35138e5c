import { z } from 'zod';

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

/** An address of any kind: pictures of datasets are neither fetched nor kept. */
const address = z.string().min(1);

const imageUrl = z.union([address, z.object({ url: address, detail: z.string().nullish() })]);

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: imageUrl }).transform(({ type, image_url }) => {
    if (typeof image_url === 'string') return { type, image_url };
    const { url, detail } = image_url;
    return { type, image_url: detail ? { url, detail } : url };
  }),
  // What some clients write (interface, section 7).
  z
    .object({ type: z.literal('image'), url: address })
    .transform(({ url }) => ({ type: 'image_url' as const, image_url: url })),
]);

const content = z.union([z.string(), z.array(part).min(1)]);

/** A message of a conversation in a dataset, in its canonical form. Calls of tools are kept as they are. */
export const datasetMessageSchema = z
  .object({
    role: z.enum(roles),
    content: content.nullish(),
    name: z.string().nullish(),
    tool_calls: z.array(z.looseObject({})).min(1).nullish(),
    tool_call_id: z.string().nullish(),
  })
  .transform(({ role, content, name, tool_calls, tool_call_id }, context) => {
    if (!content && content !== '' && !tool_calls)
      context.issues.push({
        code: 'custom',
        message: 'is required: a string or parts',
        path: ['content'],
        input: content,
      });
    return {
      role,
      content: content ?? null,
      ...(name && { name }),
      ...(tool_calls && { tool_calls }),
      ...(tool_call_id && { tool_call_id }),
    };
  });

/** A message of a conversation in a dataset. */
export type DatasetMessage = z.output<typeof datasetMessageSchema>;
