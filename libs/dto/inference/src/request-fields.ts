import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What a request names as its model. */
export const modelNameSchema = z
  .string()
  // 128 characters is the longest key; a longer name could only be that of nothing.
  .regex(/^[^/]{1,128}(?:\/[\s\S]{1,128})?$/, 'expected {project}/{model}, or {project} for its default model')
  .describe('`{project}/{model}`, `{project}` for its default model, or a model of the project of the key.');

/** A text at which answers end; far longer than any that a model says on purpose. */
export const stopText = z.string().min(1).max(1_024);

/** A field that is rejected with `unsupported_parameter`, except with values that request nothing. */
export function unsupported(hint: string, ...allowed: readonly unknown[]) {
  return z
    .unknown()
    .refine((given) => given == null || allowed.some((one) => isDeepStrictEqual(given, one)), {
      message: hint,
      params: { code: 'unsupported_parameter' },
    })
    .transform(() => undefined)
    .optional()
    .meta({ description: `Not supported: ${hint}.` });
}

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

/** What providers take as the name of a function. */
export const functionName = /^[\w-]{1,64}$/;

/** Name of a tool of the dialects of agents, whose tools have longer names. */
export const toolNameSchema = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'expected 1 to 128 letters, digits, dashes or underscores');

/** Of the schema of a function's arguments, in JSON: many times what models make sense of. */
const maxParametersBytes = 32 * 1024;

/** JSON Schema of the arguments of a function, an object. The model and its provider read it. */
export const functionParameters = z
  .record(z.string(), z.unknown())
  .refine((schema) => schema['type'] === 'object', 'expected a JSON Schema of `"type": "object"`')
  .refine(fitsIn(maxParametersBytes), `expected a schema of at most ${maxParametersBytes} bytes`)
  .meta({ description: 'JSON Schema of the arguments, an object.' });

/** Whether a value has at most `maxBytes` in JSON. */
export function fitsIn(maxBytes: number): (value: object) => boolean {
  return (value) => Buffer.byteLength(JSON.stringify(value)) <= maxBytes;
}

/** Whether a text is an http or https URL without credentials. @param forbidden further characters. */
export function isPlainHttpUrl(text: string, forbidden: RegExp): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(text) || forbidden.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
