import { z } from 'zod';
import { checkRange, filterFields } from './interaction-filter.js';
import { bodyTimeSchema, pastTimeSchema } from './time.js';

const formats = ['sft', 'dpo', 'kto'] as const;

const filter = z
  .strictObject({
    ...filterFields,
    created_after: bodyTimeSchema.optional().describe('From this time on.'),
    created_before: bodyTimeSchema.optional().describe('Until before this time.'),
    min: z.number().optional().describe('Least value of `metric`; false is 0, true is 1.'),
    max: z.number().optional().describe('Largest value of `metric`.'),
  })
  .superRefine(checkRange)
  .describe('Those for which all of it holds, as in the list of interactions; all unless given.');

/** What a dataset is made of that is made of interactions: a part of the body of `POST /api/v1/projects/{project}/datasets`. */
export const interactionsSourceSchema = z
  .strictObject({
    kind: z.literal('interactions').describe('What is on record.'),
    format: z
      .enum(formats)
      .describe(
        '`sft`: answers. `dpo`: two answers to one prompt, from comparisons that have a winner; `filter.metric` is what was compared under. ' +
          '`kto`: answers that more people found desirable than not, or fewer, under `filter.metric`, which is of the kind bool.',
      ),
    filter: filter.prefault({}),
    snapshot: pastTimeSchema
      .optional()
      .describe(
        'Only what was recorded until then; now unless given. The same snapshot gives the same bytes, unless a user was erased.',
      ),
  })
  .superRefine(({ format, filter: { metric, min, max } }, context) => {
    const issue = (field: string, message: string, code?: string) =>
      context.addIssue({ code: 'custom', path: ['filter', field], message, ...(code && { params: { code } }) });
    if (format === 'kto' && metric === undefined) issue('metric', 'is required for kto', 'missing_field');
    if (format !== 'dpo') return;
    if (min !== undefined) issue('min', 'expected none for dpo: comparisons have no values');
    if (max !== undefined) issue('max', 'expected none for dpo: comparisons have no values');
  })
  .meta({
    id: 'InteractionsSource',
    description: 'Interactions, and what was said about them, to make a dataset of.',
    examples: [{ kind: 'interactions', format: 'kto', filter: { metric: 'helpful', model: 'large' } }],
  });

/** What a dataset is made of that is made of interactions. */
export type InteractionsSource = z.output<typeof interactionsSourceSchema>;
