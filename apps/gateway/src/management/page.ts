/** One page of a list. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** Maps the entries of a page. */
export function mapPage<From, To>({ data, next_cursor }: Page<From>, map: (item: From) => To): Page<To> {
  return { data: data.map(map), next_cursor };
}
