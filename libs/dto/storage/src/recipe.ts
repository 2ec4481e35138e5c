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
    name: nameSchema.optional().describe('Display name. Default: the key.'),
    upload_session_id: uploadSessionIdSchema,
    entry_point: entryPoint.default('main.py').describe("Path in the zip of the program's main file."),
  })
  .meta({
    id: 'CreateRecipe',
    description: 'A new recipe from an uploaded zip.',
    examples: [{ key: 'sft', upload_session_id: example.upload_session_id }],
  });

/** Body of `POST /api/v1/projects/{project}/recipes` and `POST /api/v1/recipes`. */
export type CreateRecipe = z.output<typeof createRecipeSchema>;

/** A recipe as it is shown. */
export const recipeSchema = z
  .object({
    ...fileFields,
    key: z.string().describe('Short name for URLs, unique among the recipes of its project or of the installation.'),
    project_id: z.guid().nullable().describe('Project of the recipe; null: available to all projects.'),
    entry_point: z.string().describe("Path in the zip of the program's main file."),
    sha256: z.string().describe('SHA-256 of the zip, lower-case hex.'),
    entries: z.int().describe('Files and folders in the zip.'),
    unpacked_size: z.int().describe('Total bytes of its files.'),
  })
  .meta({
    id: 'Recipe',
    description: 'A zip with a training program. It is stored and never executed.',
    examples: [
      {
        id: example.id,
        key: 'sft',
        name: 'sft',
        project_id: null,
        entry_point: 'main.py',
        size: 20_480,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
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
