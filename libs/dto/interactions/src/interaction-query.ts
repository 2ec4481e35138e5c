import { listQuerySchema } from '@earshot/dto-common';
import { z } from 'zod';
import { checkRange, filterFields } from './interaction-filter.js';
import { queryTimeSchema } from './time.js';

const number = z
  .string()
  .transform((given, context) => {
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(given) ? Number(given) : Number.NaN;
    if (Number.isFinite(value)) return value;
    context.addIssue({ code: 'custom', message: 'expected a number' });
    return z.NEVER;
  })
  .meta({ type: 'number' });

/** Which interactions of a project a caller asks for, from the query string. */
export const interactionQuerySchema = z
  .strictObject({
    ...listQuerySchema.shape,
    ...filterFields,
    created_after: queryTimeSchema.optional().describe('From this time on: RFC 3339, or seconds or ms since 1970.'),
    created_before: queryTimeSchema.optional().describe('Until before this time.'),
    min: number.optional().describe('Least value of `metric`; false is 0, true is 1.'),
    max: number.optional().describe('Largest value of `metric`.'),
  })
  .superRefine(checkRange);

/** Which interactions of a project a caller asks for. */
export type InteractionQuery = z.output<typeof interactionQuerySchema>;
