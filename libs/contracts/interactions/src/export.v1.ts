import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionFilter } from './read-interactions.v1.js';
import { interactionsExports } from './topics.js';

/**
 * What lines are made of. `sft`: completions. `dpo`: the two completions of a comparison, the preferred one first. `kto`: completions with what
 * was said of them under a metric of yes and no.
 */
export const exportFormats = ['sft', 'dpo', 'kto'] as const;

/**
 * What is exported of a project: answers that came to their end and have a text; of comparisons those that have a winner and whose completions
 * are both chosen. The metric of `filter` is needed for `kto`; for `dpo` it is the one that was compared under, and has no range.
 */
export const exportSource = z.object({
  project_id: id,
  filter: interactionFilter,
  format: z.enum(exportFormats),
});

/** What does not change between the pieces of one export. */
export const exportSnapshot = z.object({
  /** What was recorded until then is in it. */
  at: timestamp,
  /** For `kto`, the value of the metric that is the better one; null otherwise. */
  desirable: z.boolean().nullable(),
});

/**
 * Settles what an export consists of: all that was acknowledged when this was asked, or what was recorded until a time. Refused with
 * `metric_not_found`, `metric_not_fit`.
 */
export const beginExport = defineCommand({
  topic: interactionsExports,
  type: 'begin-export.v1',
  request: exportSource.extend({
    /** null for now; a later time than now is now. */
    at: timestamp.nullable(),
  }),
  reply: exportSnapshot,
  read: true,
});

/** Where a piece ends: what comes after it is older. */
export const exportPlace = z.object({ created_at: timestamp, id });

/** Bytes or addresses of the three files that an export makes. */
function threeOf<T extends z.ZodType>(one: T) {
  return z.object({
    /** Lines as programs that train models read them. */
    lines: one,
    /** The same in recipe format, line by line. */
    recipe: one,
    /** What each line was made of. */
    manifest: one,
  });
}

/**
 * Puts the next piece of an export into the bucket. Asked again it puts the same there, unless somebody was erased in between. Refused with
 * `metric_not_found`.
 */
export const exportPiece = defineCommand({
  topic: interactionsExports,
  type: 'export-piece.v1',
  request: exportSource.extend({
    snapshot: exportSnapshot,
    /** Where the piece before ended; null for the first. */
    after: exportPlace.nullable(),
    /** Lines that the pieces before have. */
    lines_before: z.int().min(0),
    /** Each takes one `PUT`. */
    upload_urls: threeOf(z.string()),
  }),
  reply: z.object({
    lines: z.int().min(0),
    /** Of each file; nothing was put where that is 0. */
    bytes: threeOf(z.int().min(0)),
    /** null: it was the last one. */
    next: exportPlace.nullable(),
  }),
  read: true,
});

/** What {@link beginExport} takes. */
export type BeginExport = z.infer<typeof beginExport.request>;

/** What does not change between the pieces of one export. */
export type ExportSnapshot = z.infer<typeof exportSnapshot>;

/** What {@link exportPiece} takes. */
export type ExportPiece = z.infer<typeof exportPiece.request>;

/** What {@link exportPiece} is answered with. */
export type ExportedPiece = z.infer<typeof exportPiece.reply>;
