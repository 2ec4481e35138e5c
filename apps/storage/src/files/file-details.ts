import { z } from 'zod';

const count = z.int().min(0);

const place = z.object({ bytes: count, lines: count, rows: count });

/** What a dataset has beside what all files have: how far it is converted, and what came of it. */
export const datasetDetails = z.object({
  /** How far the uploaded file is read, and what it had so far: to be shown. */
  progress: place,
  /** How far it is converted for good: where to go on after a process was killed. */
  saved: place,
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  /** Bytes of each finished piece of the recipe format; they lie in the bucket until they are put together. */
  pieces: z.array(count),
  recipe_size: count.nullable(),
  original_kept: z.boolean(),
});

/** What a dataset has beside what all files have. */
export type DatasetDetails = z.infer<typeof datasetDetails>;

/** What a recipe has beside what all files have. */
export const recipeDetails = z.object({
  entry_point: z.string(),
  entries: count.nullable(),
  unpacked_size: count.nullable(),
});

/** What a recipe has beside what all files have. */
export type RecipeDetails = z.infer<typeof recipeDetails>;

const beginning = { bytes: 0, lines: 0, rows: 0 };

/** A dataset of which nothing is converted. */
export const untouched: DatasetDetails = {
  progress: beginning,
  saved: beginning,
  errors: [],
  pieces: [],
  recipe_size: null,
  original_kept: true,
};
