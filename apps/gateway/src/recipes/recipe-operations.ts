import { recipeBytesSchema, recipeSchema } from '@earshot/dto-storage';
import type { ErrorCode } from '../openapi/error-codes.js';
import { uploadErrors } from '../openapi/route-errors.js';

const errors: ErrorCode[] = [
  'key_taken',
  ...uploadErrors,
  'recipe_invalid',
  'entry_point_missing',
  'recipe_not_found',
  'file_not_processed',
];

/** Description of a route that creates a recipe. */
export const makesRecipe = {
  description:
    'Creates a recipe from a complete upload session, which is consumed even if the request fails. The file is a zip with at ' +
    'most 10,000 entries and 512 MiB unpacked, without links, encrypted entries or paths outside the archive. It is validated ' +
    'before the response.',
  answer: recipeSchema,
  errors,
};

/** Description of a route that downloads a recipe. */
export const sendsRecipe = {
  description: 'Returns the file as an attachment.',
  answers: { 'application/zip': recipeBytesSchema },
  also: [206, 304, 307] as (206 | 304 | 307)[],
  errors: ['range_not_satisfiable'] as ErrorCode[],
};
