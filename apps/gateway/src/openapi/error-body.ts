import { errorTypes } from '@earshot/errors';
import type { ErrorBody } from '@earshot/service-kit';
import { z } from 'zod';

/** Schema of the body of every error response. */
export const errorBodySchema = z
  .object({
    error: z
      .object({
        message: z.string().describe('Human-readable message: what was wrong, what was expected and what to do.'),
        type: z.enum(errorTypes).describe('Type of the error.'),
        param: z
          .string()
          .nullable()
          .describe('Path of the invalid field, for example `messages[2].content`; else null.'),
        code: z.string().describe('Error code for programs. Each response lists its codes.'),
        details: z.unknown().optional().describe('Further details, for example all violations of a schema.'),
      })
      .describe('The error.'),
  })
  .meta({
    id: 'Error',
    description: 'Error in the OpenAI format.',
    examples: [
      {
        error: {
          message: 'temperature: expected a number, at most 2, got 3.',
          type: 'invalid_request_error',
          param: 'temperature',
          code: 'invalid_field',
        },
      },
    ],
  }) satisfies z.ZodType<ErrorBody>;
