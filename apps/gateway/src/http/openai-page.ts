/** A page of a list in OpenAI's interface. */
export function openaiPage<Item extends { id: string }>(data: Item[], has_more: boolean) {
  return { object: 'list' as const, data, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null, has_more };
}

/** The page of a whole list that follows an item; that of its beginning where there is no such item. */
export function openaiPageAfter<Item extends { id: string }>(
  items: readonly Item[],
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
) {
  const start = items.findIndex(({ id }) => id === after) + 1;
  return openaiPage(items.slice(start, start + limit), start + limit < items.length);
}
