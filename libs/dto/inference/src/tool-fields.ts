import { z } from 'zod';

/** What providers take as the name of a function. */
export const functionName = /^[\w-]{1,64}$/;

/** Of the schema of a function's arguments, in JSON: many times what models make sense of. */
const maxParametersBytes = 32 * 1024;

/** JSON Schema of the arguments of a function, an object. The model and its provider read it. */
export const functionParameters = z
  .record(z.string(), z.unknown())
  .refine((schema) => schema['type'] === 'object', 'expected a JSON Schema of `"type": "object"`')
  .refine(
    (schema) => Buffer.byteLength(JSON.stringify(schema)) <= maxParametersBytes,
    `expected a schema of at most ${maxParametersBytes} bytes`,
  )
  .meta({ description: 'JSON Schema of the arguments, an object.' });
