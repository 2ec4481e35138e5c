import { idOrKeySchema, listQuerySchema, orNull, uuidSchema } from '@earshot/dto-common';
import { z } from 'zod';
import { finishReasons } from './interaction-response.js';
import { bodyTimeSchema, pastTimeSchema, queryTimeSchema } from './time.js';

/** Each label or tag is an index lookup. */
const maxMarks = 8;

/** A parameter that can be repeated. */
const oneOrMany = (one: z.ZodType<string>) =>
  z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z.array(one).max(maxMarks).default([]),
    )
    .meta({ type: 'array', items: { type: 'string' }, maxItems: maxMarks });

/** Whether a search has words, and can be sent to PostgreSQL, whose texts have no NUL. */
function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !text.includes('\0');
}

/** Whether a search names a word that must occur. Words that must not occur alone cannot be looked up in an index. */
function hasWanted(text: string): boolean {
  const wanted = text.replaceAll(/(?<!\S)-+("[^"]*"?|\S+)/g, ' ').replaceAll(/(?<!\S)or(?!\S)/gi, ' ');
  return /[\p{L}\p{N}]/u.test(wanted);
}

/** Filters that a query string and a body have in common. */
const filterFields = {
  session_id: orNull(uuidSchema).describe('Only interactions of this session.'),
  user: orNull(z.string().min(1).max(1_024)).describe('Only interactions of this user, named as in the request.'),
  model: orNull(z.string().min(1).max(257)).describe('Only of this model: id, key or `{project}/{model}`.'),
  ab_campaign: orNull(idOrKeySchema).describe('Only interactions of this campaign.'),
  label: oneOrMany(
    z
      .string()
      .regex(/^[^:]*:[^]*$/, 'expected name:value')
      .max(16_385),
  ).describe('Only interactions with this label, `name:value`. Repeat it to require several labels.'),
  tag: oneOrMany(z.string().max(8_192)).describe('Only interactions with this tag. Repeat it to require several tags.'),
  finish_reason: orNull(z.enum(finishReasons)).describe('Only interactions with this finish reason.'),
  text: orNull(
    z
      .string()
      .min(1)
      .max(256)
      .refine(isSearchable, 'expected at least one letter or digit, and no NUL')
      .refine(hasWanted, 'expected at least one word without `-`'),
  ).describe(
    'Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` ' +
      'an alternative, `-word` excludes beside other words. Case is ignored, word forms are not.',
  ),
  metric: orNull(idOrKeySchema).describe('Only interactions with a value of this metric, from `min` to `max`.'),
};

type Bounds = { readonly metric: string | null; readonly min: number | null; readonly max: number | null };

/** Rejects a range without a metric. */
function checkRange({ metric, min, max }: Bounds, context: z.core.$RefinementCtx): void {
  const bound = min !== null ? 'min' : max !== null ? 'max' : undefined;
  if (metric !== null || bound === undefined) return;
  context.addIssue({ code: 'custom', path: [bound], message: 'requires metric' });
}

/** Rejects a filter that does not fit the format of a dataset. @param path of the filter. */
function checkFormat(
  format: 'sft' | 'dpo' | 'kto' | null,
  { metric, min, max }: Bounds,
  context: z.core.$RefinementCtx,
  path: string[] = [],
): void {
  const issue = (field: string, message: string, code?: string) =>
    context.addIssue({ code: 'custom', path: [...path, field], message, ...(code && { params: { code } }) });
  if (format === 'kto' && metric === null) issue('metric', 'is required for kto', 'missing_field');
  if (format !== 'dpo') return;
  if (min !== null) issue('min', 'must be absent for dpo, because comparisons have no values');
  if (max !== null) issue('max', 'must be absent for dpo, because comparisons have no values');
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

const queryFields = {
  ...filterFields,
  created_after: orNull(queryTimeSchema).describe('Start, inclusive: RFC 3339, or seconds or ms since 1970.'),
  created_before: orNull(queryTimeSchema).describe('End, exclusive.'),
  min: orNull(number).describe('Minimum value of `metric`, with false as 0 and true as 1.'),
  max: orNull(number).describe('Maximum value of `metric`.'),
};

/** Query string of `GET /api/v1/projects/{project}/interactions`. */
export const interactionQuerySchema = z
  .strictObject({ ...listQuerySchema.shape, ...queryFields })
  .superRefine(checkRange);

/** Query string of `GET /api/v1/projects/{project}/interactions/count`. */
export const interactionCountQuerySchema = z
  .strictObject({
    ...queryFields,
    format: orNull(z.enum(['sft', 'dpo', 'kto'])).describe(
      'Count what a dataset of this format takes: complete answers, or for `dpo` comparisons with a winner. Default: ' +
        'count all interactions.',
    ),
  })
  .superRefine(checkRange)
  .superRefine(({ format, ...filter }, context) => checkFormat(format, filter, context));

/** Query string of `GET /api/v1/projects/{project}/interactions/count`. */
export type InteractionCountQuery = z.output<typeof interactionCountQuerySchema>;

/** Answer to `GET /api/v1/projects/{project}/interactions/count`. */
export const interactionCountSchema = z
  .object({
    count: z
      .int()
      .describe(
        'Interactions that match. With `format`, the most rows that the dataset can have: it leaves out answers without ' +
          'text and, for `kto`, ties.',
      ),
    complete: z
      .boolean()
      .describe(
        'False: there are more. Up to 100,000 are counted, with `text` up to 1,000; without limit if ' +
          'the filter has only times, model, campaign and finish reason.',
      ),
  })
  .meta({
    id: 'InteractionCount',
    description: 'The number of interactions that match a filter.',
    examples: [{ count: 48_210, complete: true }],
  });

/** Query string of `GET /api/v1/projects/{project}/interactions`. */
export type InteractionQuery = z.output<typeof interactionQuerySchema>;

/** Filter of interactions in a body. */
export const interactionFilterSchema = z
  .strictObject({
    ...filterFields,
    created_after: orNull(bodyTimeSchema).describe('Start, inclusive.'),
    created_before: orNull(bodyTimeSchema).describe('End, exclusive.'),
    min: orNull(z.number()).describe('Minimum value of `metric`, with false as 0 and true as 1.'),
    max: orNull(z.number()).describe('Maximum value of `metric`.'),
  })
  .superRefine(checkRange)
  .describe('Filter as in the list of interactions. All conditions must hold. Default: all interactions.');

/** Source of a dataset of interactions: `from` of `POST /api/v1/projects/{project}/datasets`. */
export const interactionsSourceSchema = z
  .strictObject({
    kind: z.literal('interactions').describe('Recorded interactions.'),
    format: z
      .enum(['sft', 'dpo', 'kto'])
      .describe(
        '`sft`: answers. `dpo`: pairs of answers to one prompt, from comparisons under `filter.metric` with a winner. ' +
          '`kto`: answers labelled by the majority of their values of `filter.metric`, which must have kind bool.',
      ),
    filter: interactionFilterSchema.prefault({}),
    snapshot: orNull(pastTimeSchema).describe(
      'Only interactions recorded until this time. Default: now. The same snapshot gives the same bytes, unless a user was erased.',
    ),
  })
  .superRefine(({ format, filter }, context) => checkFormat(format, filter, context, ['filter']))
  .meta({
    id: 'InteractionsSource',
    description: 'Selection of interactions and feedback for a dataset.',
    examples: [{ kind: 'interactions', format: 'kto', filter: { metric: 'helpful', model: 'large' } }],
  });

/** Source of a dataset of interactions. */
export type InteractionsSource = z.output<typeof interactionsSourceSchema>;

/** Filters of interactions, from a body or a query string. */
export type InteractionFilterInput = InteractionsSource['filter'];
