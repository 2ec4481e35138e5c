import { z } from 'zod';

/** What a request names as its model. */
export const modelNameSchema = z
  .string()
  // 128 characters is the longest key; a longer name could only be that of nothing.
  .regex(/^[^/]{1,128}(?:\/[\s\S]{1,128})?$/, 'expected {project}/{model}, or {project} for its default model')
  .describe('`{project}/{model}`, or `{project}` for its default model.');

/** An end user's name at the caller's; OpenAI clients send any text. */
export const userSchema = z.string().max(1_024);

/** A text at which answers end; far longer than any that a model says on purpose. */
export const stopText = z.string().min(1).max(1_024);

/** A program for the answer, in the older revision. Code is never executed, so it is rejected. */
export const serializedPythonSchema = z
  .unknown()
  .refine((given) => given === undefined || given === null, {
    message: 'code is not executed; omit the field',
    params: { code: 'unsupported_parameter' },
  })
  .optional()
  .meta({ description: 'Field of the older revision. Code is not executed, so it must be null.', type: 'null' });

/** A whole number of 64 bits. Callers write the largest for no limit; JavaScript rounds it up by one. */
export const int64Schema = z
  .number()
  .refine((given) => Number.isInteger(given) && given <= 2 ** 63, 'expected an integer of at most 9223372036854775807')
  .meta({ type: 'integer', format: 'int64' });
