import { recipeBytesSchema, recipePageSchema, recipeSchema } from '@earshot/dto-storage';
import type { ErrorCode } from '../openapi/error-codes.js';

const refusals: ErrorCode[] = [
  'key_taken',
  'id_taken',
  'session_not_found',
  'session_incomplete',
  'session_closed',
  'file_too_large',
  'quota_exceeded',
  'recipe_invalid',
  'entry_point_missing',
  'recipe_not_found',
  'file_not_processed',
];

/** What is said of a route that makes a recipe. */
export const makesRecipe = {
  description:
    'Of a complete upload session, which is used up, whatever comes of it: a zip of at most 10,000 entries and 512 MiB unpacked, without links, paths that lead out of it, or anything encrypted. It is checked before this is answered.',
  answer: recipeSchema,
  errors: refusals,
};

/** What is said of a route that lists recipes. */
export const listsRecipes = { answer: recipePageSchema, errors: ['cursor_invalid'] as ErrorCode[] };

/** What is said of a route that shows a recipe. */
export const showsRecipe = { answer: recipeSchema, errors: ['recipe_not_found'] as ErrorCode[] };

/** What is said of a route that sends a recipe. */
export const sendsRecipe = {
  answers: { 'application/zip': recipeBytesSchema },
  also: [206, 304] as (206 | 304)[],
  errors: ['recipe_not_found', 'range_not_satisfiable'] as ErrorCode[],
};
