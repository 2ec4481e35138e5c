import { datasetSource, type DatasetSource } from '@earshot/contracts-storage';
import { z } from 'zod';

const count = z.int().min(0);

const position = z.object({ bytes: count, lines: count, rows: count });

/** The state of an export. */
const exportDetails = z.object({
  source: datasetSource,
  /** The reply to `begin-export.v1`; null before it. */
  snapshot: z.object({ at: z.string(), desirable: z.boolean().nullable() }).nullable(),
  /** Candidates for lines when the export began; null if they are too many to count, absent until it begins. */
  expected: count.nullable().optional(),
  /** Cursor of the next piece; null before the first and after the last. */
  next: z.object({ created_at: z.string(), id: z.string() }).nullable(),
  /** true: all pieces are in the bucket. */
  complete: z.boolean(),
  /** Sizes of the pieces of each file in bytes, until they are concatenated. */
  pieces: z.object({ lines: z.array(count), recipe: z.array(count), manifest: z.array(count) }),
  manifest_size: count.nullable(),
});

/** The state of an export. */
export type ExportDetails = z.infer<typeof exportDetails>;

/** The fields of datasets alone: progress and results of the conversion. */
export const datasetDetails = z.object({
  /** Progress as it is shown. */
  progress: position,
  /** Position to resume from after a crash. */
  saved: position,
  errors: z.array(z.object({ line: z.int(), message: z.string() })),
  /** Sizes of the finished pieces of the recipe format in bytes, until they are concatenated. */
  pieces: z.array(count),
  recipe_size: count.nullable(),
  original_kept: z.boolean(),
  /** Absent for uploaded datasets. */
  exported: exportDetails.optional(),
  /** When content of the dataset was erased, which deleted its files. */
  erased_at: z.string().optional(),
});

/** The fields of datasets alone. */
export type DatasetDetails = z.infer<typeof datasetDetails>;

/**
 * The details of a dataset whose objects are deleted. Its pieces have no bytes, but keep their number: one that arrives
 * late is deleted by its number.
 */
export function withoutBytes(details: DatasetDetails): DatasetDetails {
  const { pieces, exported } = details;
  const emptied = { ...details, pieces: noBytes(pieces), recipe_size: null, original_kept: false };
  if (exported === undefined) return emptied;
  const { lines, recipe, manifest } = exported.pieces;
  const exportedPieces = { lines: noBytes(lines), recipe: noBytes(recipe), manifest: noBytes(manifest) };
  return { ...emptied, exported: { ...exported, pieces: exportedPieces, manifest_size: null } };
}

function noBytes(sizes: readonly number[]): number[] {
  return sizes.map(() => 0);
}

/** The fields of recipes alone. */
export const recipeDetails = z.object({
  entry_point: z.string(),
  entries: count.nullable(),
  unpacked_size: count.nullable(),
});

/** The fields of recipes alone. */
export type RecipeDetails = z.infer<typeof recipeDetails>;

const start = { bytes: 0, lines: 0, rows: 0 };

/** The details of a new uploaded dataset. */
export const newDataset: DatasetDetails = {
  progress: start,
  saved: start,
  errors: [],
  pieces: [],
  recipe_size: null,
  original_kept: true,
};

/** The details of a new exported dataset. */
export function newExportedDataset(source: DatasetSource): DatasetDetails {
  const pieces = { lines: [], recipe: [], manifest: [] };
  return {
    ...newDataset,
    exported: { source, snapshot: null, next: null, complete: false, pieces, manifest_size: null },
  };
}
