import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionFilter } from './read-interactions.v1.js';
import { interactionsExports } from './topics.js';

/**
 * Format of the lines. `sft`: completions. `dpo`: preferred and other completion of a comparison. `kto`: completions
 * with a label from a metric of kind `bool`.
 */
export const exportFormats = ['sft', 'dpo', 'kto'] as const;

/**
 * Selection of an export: complete answers with text, or comparisons with a winner whose completions both match. `kto`
 * needs the metric of `filter`; for `dpo` it is the metric of the comparisons, without a range.
 */
export const exportSource = z.object({
  project_id: id,
  filter: interactionFilter,
  format: z.enum(exportFormats),
});

/** The constants of one export. */
export const exportSnapshot = z.object({
  /** Time until which interactions are exported. */
  at: timestamp,
  /** For `kto` the better value of the metric; else null. */
  desirable: z.boolean().nullable(),
});

/**
 * Fixes the content of an export: all that was acknowledged before this call, or stored until a time.
 * Errors: `metric_not_found`, `metric_not_fit`.
 */
export const beginExport = defineCommand({
  topic: interactionsExports,
  type: 'begin-export.v1',
  request: exportSource.extend({
    /** Null for now; later times count as now. */
    at: timestamp.nullable(),
  }),
  reply: exportSnapshot.extend({
    /**
     * Number of candidates for lines, about. Answers without text and ties make no line. Null: they take too long to
     * count. Absent in messages from before 0.2.
     */
    candidates: z.int().min(0).nullable().optional(),
  }),
  read: true,
});

/** End of a piece; the next piece is older. */
export const exportPosition = z.object({ created_at: timestamp, id });

/** Sizes or addresses of the three files of an export. */
function threeOf<T extends z.ZodType>(one: T) {
  return z.object({
    /** Lines for training programs. */
    lines: one,
    /** The same lines in recipe format. */
    recipe: one,
    /** The source of each line. */
    manifest: one,
  });
}

/**
 * Writes the next piece of an export to the bucket. Repeated, it writes the same, unless a user was erased meanwhile.
 * Errors: `metric_not_found`.
 */
export const exportPiece = defineCommand({
  topic: interactionsExports,
  type: 'export-piece.v1',
  request: exportSource.extend({
    snapshot: exportSnapshot,
    /** End of the previous piece; null for the first. */
    after: exportPosition.nullable(),
    /** Number of lines in the previous pieces. */
    lines_before: z.int().min(0),
    /** Each accepts one `PUT`. */
    upload_urls: threeOf(z.string()),
  }),
  reply: z.object({
    lines: z.int().min(0),
    /** Size of each file; a file of 0 bytes was not written. */
    bytes: threeOf(z.int().min(0)),
    /** Null after the last piece. */
    next: exportPosition.nullable(),
  }),
  read: true,
});

/** Request of {@link beginExport}. */
export type BeginExport = z.infer<typeof beginExport.request>;

/** Reply of {@link beginExport}. */
export type BegunExport = z.infer<typeof beginExport.reply>;

/** The constants of one export. */
export type ExportSnapshot = z.infer<typeof exportSnapshot>;

/** Request of {@link exportPiece}. */
export type ExportPiece = z.infer<typeof exportPiece.request>;

/** Reply of {@link exportPiece}. */
export type ExportedPiece = z.infer<typeof exportPiece.reply>;
