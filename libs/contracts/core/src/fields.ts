import { z } from 'zod';

/** A uuid, ours or a caller's: any version and variant, because callers bring the ids of their own systems. */
export const id = z.guid();

/** A point in time, RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** An id or a key, as a caller wrote it: looked up as an id first where it has that form, then as a key. */
export const idOrKey = z.string().min(1).max(128);

/** What every kept entity has. */
export const entity = { id, created_at: timestamp, updated_at: timestamp };

/** Which part of a list is asked for. */
export const pageRequest = z.object({
  limit: z.int().min(1).max(100),
  /** What `next_cursor` of the page before said; null for the first page. */
  cursor: z.string().nullable(),
});

/** One part of a list. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** How much a project uses of something, and how much it may. */
export const quotaUse = z.object({ used: z.int().min(0), limit: z.int().min(0) });
