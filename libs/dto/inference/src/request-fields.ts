import { z } from 'zod';

/** What a request names as its model. */
export const modelNameSchema = z
  .string()
  // 128 characters is the longest key; a longer name could only be that of nothing.
  .regex(/^[^/]{1,128}(?:\/[^]{1,128})?$/, 'expected {project}/{model}, or {project} for its default model')
  .describe('`{project}/{model}`, or `{project}` for its default model.');

/** An end user's name at the caller's; OpenAI clients send any text. */
export const userSchema = z.string().max(1_024);

/** A text at which answers end; far longer than any that a model says on purpose. */
export const stopText = z.string().min(1).max(1_024);
