import { datasetSource, type DatasetSource } from '@earshot/contracts-storage';
import { z } from 'zod';

const count = z.int().min(0);

const place = z.object({ bytes: count, lines: count, rows: count });

/** What a dataset has that is made of what is on record: of what, and how far it is. */
const exportDetails = z.object({
  source: datasetSource,
  /** What the interactions service settled before the first piece; null until then. */
  snapshot: z.object({ at: z.string(), desirable: z.boolean().nullable() }).nullable(),
  /** Where the last piece ends, as the interactions service said; null before the first and after the last. */
  next: z.object({ created_at: z.string(), id: z.string() }).nullable(),
  /** All pieces are there. */
  complete: z.boolean(),
  /** Bytes of the pieces of each file, until they are put together. */
  pieces: z.object({ lines: z.array(count), recipe: z.array(count), manifest: z.array(count) }),
  manifest_size: count.nullable(),
});

/** What a dataset has that is made of what is on record. */
export type ExportDetails = z.infer<typeof exportDetails>;

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
  /** Absent where it was uploaded. */
  exported: exportDetails.optional(),
  /** When what it had lines of was erased, so that its files were deleted; absent where that is not so. */
  erased_at: z.string().optional(),
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

/** A dataset of which nothing is exported. */
export function unexported(source: DatasetSource): DatasetDetails {
  const pieces = { lines: [], recipe: [], manifest: [] };
  return {
    ...untouched,
    exported: { source, snapshot: null, next: null, complete: false, pieces, manifest_size: null },
  };
}
