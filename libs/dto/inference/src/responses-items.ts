import { imageAddressSchema, limitedList, providerFieldsOf } from '@earshot/dto-common';
import { z } from 'zod';
import { toolNameSchema } from './request-fields.js';

const maxItems = 10_000;

const callId = z.string().min(1).max(256).describe('Id of the call in its conversation.');
const calledName = toolNameSchema;

const text = z
  .looseObject({
    type: z.enum(['input_text', 'output_text', 'text']).describe('Kind of the part.'),
    text: z.string().describe('Text.'),
  })
  .transform(({ type, text: content, ...others }) => {
    const { annotations: _, logprobs: __, ...unknown } = type === 'output_text' ? others : { ...others };
    return { type: 'text' as const, text: content, ...providerFieldsOf(unknown) };
  });

const image = z
  .object({
    type: z.literal('input_image'),
    image_url: imageAddressSchema,
    detail: z.string().max(64).nullish().describe('Level of detail, as the provider defines it.'),
  })
  .transform(({ image_url, detail }) => ({ type: 'image' as const, url: image_url, ...(detail && { detail }) }));

const refusal = z
  .object({ type: z.literal('refusal'), refusal: z.string().describe('What the model wrote in place of a text.') })
  .transform((part) => ({ type: 'refusal' as const, text: part.refusal }));

const parts = z.array(z.discriminatedUnion('type', [text, image, refusal])).describe('Parts of the content.');
const content = z.union([z.string(), parts]).describe('A string, or an array of parts.');

const message = z.object({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']).describe('Role of the author.'),
  content,
});

const functionCall = z.object({
  type: z.literal('function_call'),
  call_id: callId,
  name: calledName.describe('Name of the function.'),
  namespace: calledName.nullish().describe('Namespace of the function.'),
  arguments: z.string().describe('Arguments as the model wrote them, usually a JSON object.'),
});

const customCall = z.object({
  type: z.literal('custom_tool_call'),
  call_id: callId,
  name: calledName.describe('Name of the tool.'),
  namespace: calledName.nullish().describe('Namespace of the tool.'),
  input: z.string().describe('Input of the tool as the model wrote it.'),
});

const output = z.union([z.string(), parts]).describe('Result of the call: a string, or an array of parts.');
const functionOutput = z.object({ type: z.literal('function_call_output'), call_id: callId, output });
const customOutput = z.object({ type: z.literal('custom_tool_call_output'), call_id: callId, output });

const reasoningPart = z.object({
  type: z.string().max(64).describe('Kind of the part.'),
  text: z.string().describe('Part of the reasoning.'),
});

const reasoning = z.object({
  type: z.literal('reasoning'),
  summary: z.array(reasoningPart).nullish().describe('The reasoning as a summary.'),
  content: z.array(reasoningPart).nullish().describe('The reasoning.'),
  encrypted_content: z
    .string()
    .nullish()
    .describe('The reasoning as an earlier response had it; passed back unchanged.'),
});

const reference = z.object({
  type: z.literal('item_reference'),
  id: z.string().min(1).max(256).describe('Id of an item of an earlier response of the project.'),
});

/** One item of the input of a response. Fields of items that describe their state, such as `status`, are ignored. */
const inputItem = z
  .preprocess(
    withType,
    z.discriminatedUnion('type', [
      message,
      functionCall,
      functionOutput,
      customCall,
      customOutput,
      reasoning,
      reference,
    ]),
  )
  .meta({
    id: 'ResponseInputItem',
    description: 'One item of the input: a message, a call, its result, or reasoning.',
  });

/** Messages need no type, and references neither. */
function withType(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || ('type' in item && item.type !== null)) return item;
  return { ...item, type: 'role' in item ? 'message' : 'item_reference' };
}

/** Input of a response: a text of the user, or items. */
export const responseInputItemsSchema = z
  .union([z.string(), z.preprocess(limitedList(maxItems, 'items'), z.array(inputItem))])
  .meta({ description: 'Text of the user, or the items of the conversation.', maxItems });

/** One item of the input of a response. */
export type ResponseInputItem = z.output<typeof inputItem>;

/** One part of the content of an item. */
export type ResponseInputPart = z.output<typeof parts>[number];
