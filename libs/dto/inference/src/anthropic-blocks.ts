import { imageAddressSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { toolNameSchema } from './request-fields.js';

/** Fields of a block beside those that Earshot acts on, such as `cache_control`. Nulls say nothing. */
export function anthropicFieldsOf(others: Record<string, unknown>): { anthropic_fields?: Record<string, unknown> } {
  const entries = Object.entries(others).filter(([, value]) => value !== null && value !== undefined);
  return entries.length === 0 ? {} : { anthropic_fields: Object.fromEntries(entries) };
}

const text = z
  .looseObject({ type: z.literal('text'), text: z.string().describe('Text.') })
  .transform(({ type, text: written, ...others }) => ({ type, text: written, ...anthropicFieldsOf(others) }));

const source = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('base64'),
      media_type: z.string().max(64).describe('Media type of the image, for example `image/png`.'),
      data: z.string().describe('The image in base64.'),
    }),
    z.object({ type: z.literal('url'), url: z.string().describe('Address of the image, https.') }),
  ])
  .transform((given, context) => {
    const url = given.type === 'url' ? given.url : `data:${given.media_type};base64,${given.data}`;
    const parsed = imageAddressSchema.safeParse(url);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .describe('The image itself, or its address.');

const image = z
  .looseObject({ type: z.literal('image'), source })
  .transform(({ type, source: url, ...others }) => ({ type, url, ...anthropicFieldsOf(others) }));

const callId = z.string().min(1).max(256).describe('Id of the call in its conversation.');

const toolUse = z.looseObject({
  type: z.literal('tool_use'),
  id: callId,
  name: toolNameSchema.describe('Name of the tool.'),
  input: z.record(z.string(), z.unknown()).describe('Arguments of the call.'),
});

const resultPart = z.discriminatedUnion('type', [text, image]);

const toolResult = z
  .looseObject({
    type: z.literal('tool_result'),
    tool_use_id: callId,
    content: z
      .union([z.string(), z.array(resultPart)])
      .nullish()
      .describe('Result: a string, or blocks of text and images.'),
  })
  .transform(({ type, tool_use_id, content, ...others }) => ({
    type,
    tool_use_id,
    content: content ?? '',
    ...anthropicFieldsOf(others),
  }));

const thinking = z.object({
  type: z.literal('thinking'),
  thinking: z.string().describe('The reasoning.'),
  signature: z.string().describe('Signature of the provider; empty if it has none.'),
});

const redactedThinking = z.object({
  type: z.literal('redacted_thinking'),
  data: z.string().describe('Reasoning that the provider encrypted.'),
});

/** Blocks of a message. */
export const blocksSchema = z.array(
  z.discriminatedUnion('type', [text, image, toolUse, toolResult, thinking, redactedThinking]),
);

/** Blocks of a system prompt. */
export const systemBlocksSchema = z.array(text);

/** A block of a message. */
export type AnthropicBlock = z.output<typeof blocksSchema>[number];
