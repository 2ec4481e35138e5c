/** A page of a list. */
interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** Yields the entries of a list, reading its pages as they are needed. */
export async function* entriesOf<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
