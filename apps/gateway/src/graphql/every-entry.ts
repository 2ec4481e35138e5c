import type { ListQuery } from '@earshot/dto-common';
import { invalidRequest } from '@earshot/errors';
import type { Page } from '../management/management.client.js';

const pageSize = 100;

/** More entries are read in pages through REST. */
const maxEntries = 1_000;

/** Reads all pages of a list. @throws AppError `list_too_long` beyond 1,000 entries. */
export async function everyEntry<Entry>(load: (page: ListQuery) => Promise<Page<Entry>>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Page<Entry> = await load({ limit: pageSize, cursor });
    entries.push(...page.data);
    cursor = page.next_cursor;
    if (cursor === null) return entries;
    if (entries.length >= maxEntries)
      throw invalidRequest(
        'list_too_long',
        `The list has more than ${maxEntries} entries. Read it in pages with REST.`,
      );
  }
}
