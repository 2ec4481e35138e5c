import { idOrKeySchema, listQuerySchema, orNull, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { finishReasons } from './interaction-response.js';
import { bodyTimeSchema, pastTimeSchema, queryTimeSchema } from './time.js';

/** Each label or tag is an index lookup. */
const maxMarks = 8;

/** A parameter that can be repeated. */
const several = (one: z.ZodType<string>) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(one).max(maxMarks).default([]),
    )
    .meta({ type: 'array', items: { type: 'string' }, maxItems: maxMarks });

/** Filters that a query string and a body have in common. */
const filterFields = {
  session_id: orNull(uuidSchema).describe('Of this session.'),
  user: orNull(z.string().min(1).max(1_024)).describe('Of this user, named as in the request.'),
  model: orNull(z.string().min(1).max(257)).describe('Of this model: id, key, or `{project}/{model}`.'),
  ab_campaign: orNull(idOrKeySchema).describe('A part of this campaign.'),
  label: several(
    z
      .string()
      .regex(/^[^:]*:[^]*$/, 'expected name:value')
      .max(16_385),
  ).describe('With this label, `name:value`; several: with all of them.'),
  tag: several(z.string().max(8_192)).describe('With this tag; several: with all of them.'),
  finish_reason: orNull(z.enum(finishReasons)).describe('That ended so.'),
  metric: orNull(idOrKeySchema).describe('With a value of this metric, from `min` to `max`.'),
};

/** Rejects a range without a metric. */
function checkRange(
  { metric, min, max }: { metric: string | null; min: number | null; max: number | null },
  context: z.core.$RefinementCtx,
): void {
  const bound = min !== null ? 'min' : max !== null ? 'max' : undefined;
  if (metric !== null || bound === undefined) return;
  context.addIssue({ code: 'custom', path: [bound], message: 'requires metric' });
}

/** A number in a query string. */
const number = z
  .string()
  .transform((given, context) => {
    const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(given) ? Number(given) : Number.NaN;
    if (Number.isFinite(value)) return value;
    context.addIssue({ code: 'custom', message: 'expected a number' });
    return z.NEVER;
  })
  .meta({ type: 'number' });

/** Query string of `GET /api/v1/projects/{project}/interactions`. */
export const interactionQuerySchema = z
  .strictObject({
    ...listQuerySchema.shape,
    ...filterFields,
    created_after: orNull(queryTimeSchema).describe('From this time on: RFC 3339, or seconds or ms since 1970.'),
    created_before: orNull(queryTimeSchema).describe('Until before this time.'),
    min: orNull(number).describe('Least value of `metric`; false is 0, true is 1.'),
    max: orNull(number).describe('Largest value of `metric`.'),
  })
  .superRefine(checkRange);

/** Query string of `GET /api/v1/projects/{project}/interactions`. */
export type InteractionQuery = z.output<typeof interactionQuerySchema>;

const filter = z
  .strictObject({
    ...filterFields,
    created_after: orNull(bodyTimeSchema).describe('From this time on.'),
    created_before: orNull(bodyTimeSchema).describe('Until before this time.'),
    min: orNull(z.number()).describe('Least value of `metric`; false is 0, true is 1.'),
    max: orNull(z.number()).describe('Largest value of `metric`.'),
  })
  .superRefine(checkRange)
  .describe('Those for which all of it holds, as in the list of interactions; all unless given.');

/** Source of a dataset of interactions: `from` of `POST /api/v1/projects/{project}/datasets`. */
export const interactionsSourceSchema = z
  .strictObject({
    kind: z.literal('interactions').describe('What is on record.'),
    format: z
      .enum(['sft', 'dpo', 'kto'])
      .describe(
        '`sft`: answers. `dpo`: two answers to one prompt, from comparisons that have a winner; `filter.metric` is what was compared under. ' +
          '`kto`: answers that more people found desirable than not, or fewer, under `filter.metric`, which is of the kind bool.',
      ),
    filter: filter.prefault({}),
    snapshot: orNull(pastTimeSchema).describe(
      'Only what was recorded until then; now unless given. The same snapshot gives the same bytes, unless a user was erased.',
    ),
  })
  .superRefine(({ format, filter: { metric, min, max } }, context) => {
    const issue = (field: string, message: string, code?: string) =>
      context.addIssue({ code: 'custom', path: ['filter', field], message, ...(code && { params: { code } }) });
    if (format === 'kto' && metric === null) issue('metric', 'is required for kto', 'missing_field');
    if (format !== 'dpo') return;
    if (min !== null) issue('min', 'must be absent for dpo, because comparisons have no values');
    if (max !== null) issue('max', 'must be absent for dpo, because comparisons have no values');
  })
  .meta({
    id: 'InteractionsSource',
    description: 'Interactions, and what was said about them, to make a dataset of.',
    examples: [{ kind: 'interactions', format: 'kto', filter: { metric: 'helpful', model: 'large' } }],
  });

/** Source of a dataset of interactions. */
export type InteractionsSource = z.output<typeof interactionsSourceSchema>;

/** Filters of interactions, from a body or a query string. */
export type InteractionFilterInput = InteractionsSource['filter'];
