import { errorTypes } from '@earshot/errors';
import type { ErrorBody } from '@earshot/service-kit';
import { z } from 'zod';

/** The body of every answer that is not a 2xx. */
export const errorBodySchema = z
  .object({
    error: z
      .object({
        message: z.string().describe('For people: what was wrong, what was expected and, where it helps, what to do.'),
        type: z.enum(errorTypes).describe('The family of the error.'),
        param: z.string().nullable().describe('Path of the offending field, for example `messages[2].content`.'),
        code: z.string().describe('For programs; the ones of each answer are listed with it.'),
        details: z.unknown().optional().describe('More, for example every violation of a schema.'),
      })
      .describe('What went wrong.'),
  })
  .meta({
    id: 'Error',
    description: "The error object of OpenAI's interface.",
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
