import { idOrKeySchema, endUserSchema } from '@earshot/dto-common';
import { z } from 'zod';

/** A value of any metric: a boolean or a number. Other values have the error `metric_value_invalid`. */
export const valueSchema = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value === 'boolean' || typeof value === 'number') return;
    if (value === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'is required: true, false or a number',
        params: { code: 'missing_field' },
      });
      return;
    }
    context.addIssue({
      code: 'custom',
      message: 'expected true, false, 0 or 1 (metric of kind "bool"), or a number (kind "scalar")',
      params: { code: 'metric_value_invalid' },
    });
  })
  .transform((value) => value as boolean | number)
  .meta({
    description: 'true, false, 0 or 1 for a metric of kind `bool`; any number for kind `scalar`.',
    type: ['boolean', 'number'],
  });

/** Fields that name the project, in the older and the newer form. */
export const projectFields = {
  project: idOrKeySchema.nullish().describe('Id or key of the project.'),
  project_id: idOrKeySchema.nullish().describe('Alias of `project`.'),
  use_case: idOrKeySchema.nullish().describe('Older alias of `project`.'),
};

/** Fields of all feedback. */
export const metricAndUserFields = {
  metric: idOrKeySchema.describe('Id or key of the metric.'),
  user_id: endUserSchema
    .nullish()
    .describe(
      'End user who gave the feedback: a uuid, or any string, which is mapped to a uuid of the project. In summaries, a later value of the same user replaces it. Values without a user add up.',
    ),
};

/** Creates the schema of a response that has only the id of the stored record. */
export function storedSchema<Field extends string>(name: string, field: Field, example: string) {
  const shape = { [field]: z.uuid().describe('Id, created by the installation.') } as Record<Field, z.ZodUUID>;
  return z.object(shape).meta({ id: name, description: 'The stored feedback.', examples: [{ [field]: example }] });
}
