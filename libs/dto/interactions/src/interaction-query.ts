import { idOrKeySchema, listQuerySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { finishReasons } from './interaction-response.js';
import { queryTimeSchema } from './time.js';

/** More than any question needs; each of them is a look into an index. */
const maxMarks = 8;

/** A parameter that may be given several times. */
const several = (one: z.ZodType<string>) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(one).max(maxMarks).default([]),
    )
    .meta({ type: 'array', items: { type: 'string' }, maxItems: maxMarks });

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
    session_id: uuidSchema.optional().describe('Of this session.'),
    user: z.string().min(1).max(1_024).optional().describe('Of this user, named as in the request.'),
    model: z.string().min(1).max(257).optional().describe('Of this model: id, key, or `{project}/{model}`.'),
    ab_campaign: idOrKeySchema.optional().describe('A part of this campaign.'),
    label: several(
      z
        .string()
        .regex(/^[^:]*:[^]*$/, 'expected name:value')
        .max(16_385),
    ).describe('With this label, `name:value`; several: with all of them.'),
    tag: several(z.string().max(8_192)).describe('With this tag; several: with all of them.'),
    finish_reason: z.enum(finishReasons).optional().describe('That ended so.'),
    created_after: queryTimeSchema.optional().describe('From this time on: RFC 3339, or seconds or ms since 1970.'),
    created_before: queryTimeSchema.optional().describe('Until before this time.'),
    metric: idOrKeySchema.optional().describe('With a value of this metric, from `min` to `max`.'),
    min: number.optional().describe('Least value of `metric`; false is 0, true is 1.'),
    max: number.optional().describe('Largest value of `metric`.'),
  })
  .superRefine(({ metric, min, max }, context) => {
    const without = min !== undefined ? 'min' : max !== undefined ? 'max' : undefined;
    if (metric !== undefined || without === undefined) return;
    context.addIssue({ code: 'custom', path: [without], message: 'needs metric: give the one whose values are meant' });
  });

/** Which interactions of a project a caller asks for. */
export type InteractionQuery = z.output<typeof interactionQuerySchema>;
