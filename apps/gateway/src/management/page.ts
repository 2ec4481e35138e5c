/** One part of a list. */
export interface Page<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** The same part of the list, its entries as `show` makes them. */
export function showPage<Kept, Shown>(page: Page<Kept>, show: (item: Kept) => Shown): Page<Shown> {
  return { data: page.data.map(show), next_cursor: page.next_cursor };
}
