import { idOrKeySchema, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { finishReasons } from './interaction-response.js';

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

/** By what interactions are chosen, in a query string as in a body. */
export const filterFields = {
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
  metric: idOrKeySchema.optional().describe('With a value of this metric, from `min` to `max`.'),
};

/** Adds an issue where a range is given and nothing that it is a range of. */
export function checkRange(
  { metric, min, max }: { metric?: unknown; min?: unknown; max?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const without = min !== undefined ? 'min' : max !== undefined ? 'max' : undefined;
  if (metric !== undefined || without === undefined) return;
  context.addIssue({ code: 'custom', path: [without], message: 'needs metric: give the one whose values are meant' });
}

/** By what a caller chooses interactions. */
export interface InteractionFilterInput extends z.output<z.ZodObject<typeof filterFields>> {
  readonly created_after?: string;
  readonly created_before?: string;
  readonly min?: number;
  readonly max?: number;
}
