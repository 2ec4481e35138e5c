import { idOrKey } from '@earshot/contracts-core';
import { z } from 'zod';

/** Fields of a message, part or function that only providers read; absent for none, and in requests from before 0.1. */
export const callerFields = {
  /** Fields that Earshot does not know, which servers of OpenAI's interface get as they are. */
  provider_fields: z.record(z.string(), z.unknown()).optional(),
  /** Fields of Anthropic's interface, such as `cache_control`, which only its servers get. */
  anthropic_fields: z.record(z.string(), z.unknown()).optional(),
};

/** A call of a function that a model wants to be made. */
export const toolCall = z.object({
  id: z.string(),
  name: z.string(),
  /** As the model wrote them: usually, not always, a JSON object. */
  arguments: z.string(),
});

/** A call of a function that a model wants to be made. */
export type ToolCall = z.infer<typeof toolCall>;

/** What is new of a call since the chunk before. */
export const toolCallPiece = z.object({
  /** Of the call in its choice, counts from 0. */
  index: z.int().min(0),
  /** With `name`, in the first piece of a call. */
  id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string(),
});

/** What is new of a call since the chunk before. */
export type ToolCallPiece = z.infer<typeof toolCallPiece>;

const functionTool = z.object({
  name: z.string(),
  description: z.string().optional(),
  /** JSON Schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().optional(),
  ...callerFields,
});

/** A function that a model may call. */
export type FunctionTool = z.infer<typeof functionTool>;

const toolChoice = z.union([z.enum(['auto', 'required', 'none']), z.object({ name: z.string() })]);

/** Which functions a model is to call: as it likes, at least one, none, or this one. */
export type ToolChoice = z.infer<typeof toolChoice>;

/** What a model may call to answer a request. */
export const chatTools = z.object({
  /** Tools of the project: those that are enabled, but for these; null where none of them are offered. */
  switches: z
    .array(
      z.object({
        id: idOrKey,
        enabled: z.boolean(),
        /** In the caller's list, for errors. */
        position: z.int().min(0),
      }),
    )
    .nullable(),
  /** The caller's own functions: calls of them end the answer. */
  functions: z.array(functionTool.extend({ position: z.int().min(0) })),
  /** null for the provider's own choice. */
  choice: toolChoice.nullable(),
  /** Whether it may call several at a time; null for the provider's own choice. */
  parallel: z.boolean().nullable(),
});

/** What a model may call to answer a request. */
export type ChatTools = z.infer<typeof chatTools>;

/** The arguments of a call as an object, which Anthropic's interface requires. Other texts of a model become one. */
export function argumentsOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Not JSON.
  }
  return { arguments: text };
}
