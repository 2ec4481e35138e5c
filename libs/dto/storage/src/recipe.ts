import { keySchema, nameSchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';
import { bytesSchema, example, fileFields, printablePattern, uploadSessionIdSchema } from './file-fields.js';

const entryPoint = z
  .string()
  .min(1)
  .max(1_024)
  .regex(printablePattern(String.raw`\\`), 'expected a path without control characters or backslashes');

/** Body of `POST /api/v1/projects/{project}/recipes` and `POST /api/v1/recipes`. */
export const createRecipeSchema = z
  .strictObject({
    key: keySchema,
    name: nameSchema.optional().describe('Name for people; the key unless given.'),
    upload_session_id: uploadSessionIdSchema,
    entry_point: entryPoint.default('main.py').describe('Path of the file in the zip to begin with.'),
  })
  .meta({
    id: 'CreateRecipe',
    description: 'A recipe to be made of an upload, which is a zip.',
    examples: [{ key: 'sft', upload_session_id: example.upload_session_id }],
  });

/** Body of `POST /api/v1/projects/{project}/recipes` and `POST /api/v1/recipes`. */
export type CreateRecipe = z.output<typeof createRecipeSchema>;

/** A recipe as it is shown. */
export const recipeSchema = z
  .object({
    ...fileFields,
    key: z
      .string()
      .describe('Short name in addresses, unique among the recipes of its project, or of the installation.'),
    project_id: z.guid().nullable().describe('The project that it belongs to; null: it is there for all.'),
    entry_point: z.string().describe('Path of the file in the zip to begin with.'),
    entries: z.int().describe('Files and folders in the zip.'),
    unpacked_size: z.int().describe('Bytes of its files together.'),
  })
  .meta({
    id: 'Recipe',
    description: 'A zip of a program that makes training runs; it is kept, and never executed here.',
    examples: [
      {
        id: example.id,
        key: 'sft',
        name: 'sft',
        project_id: null,
        entry_point: 'main.py',
        size: 20_480,
        entries: 7,
        unpacked_size: 65_536,
        created_at: example.created_at,
        updated_at: example.updated_at,
      },
    ],
  });

/** Answer to `GET /api/v1/projects/{project}/recipes` and `GET /api/v1/recipes`. */
export const recipePageSchema = pageOf(recipeSchema);

/** A recipe as it is shown. */
export type RecipeResponse = z.output<typeof recipeSchema>;

/** The file of a recipe. */
export const recipeBytesSchema = bytesSchema('RecipeFile', 'A zip.');
