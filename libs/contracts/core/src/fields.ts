import { z } from 'zod';

/** A uuid of any version and variant, since callers bring their own ids. */
export const id = z.guid();

/** A point in time, RFC 3339 in UTC. */
export const timestamp = z.iso.datetime();

/** An id or key from a request: looked up by id first, then by key. */
export const idOrKey = z.string().min(1).max(128);

/** Fields of every stored entity. */
export const entity = { id, created_at: timestamp, updated_at: timestamp };

/** Request of a page. */
export const pageRequest = z.object({
  limit: z.int().min(1).max(100),
  /** `next_cursor` of the previous page; null for the first. */
  cursor: z.string().nullable(),
});

/** A page of a list. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** Use and limit of a quota. */
export const quotaUse = z.object({ used: z.int().min(0), limit: z.int().min(0) });

/** Two values. The JSON Schema is an array of two: not all tools know tuples. */
export function pair<T>(item: z.ZodType<T>): z.ZodType<[T, T], [T, T]> {
  return z.array(item).length(2) as unknown as z.ZodType<[T, T], [T, T]>;
}
