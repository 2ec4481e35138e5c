interface PageOf<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** Pages that {@link allPages} reads at most: 2,000 entries at 100 a page. */
const maxPages = 20;

/** Reads a short list whole: resources, of which a project has some dozens. */
export async function allPages<T>(read: (cursor: string | undefined) => Promise<PageOf<T>>): Promise<T[]> {
  const entries: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { data, next_cursor } = await read(cursor);
    entries.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return entries;
}
