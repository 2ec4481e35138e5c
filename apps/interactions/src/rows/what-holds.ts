import type { InteractionRow } from './interaction-row.js';

/**
 * One row for each completion. A request that was offered to two workers may come to two records: the later attempt is the one whose answer
 * its caller got, and of one attempt the record that was not cancelled.
 */
export function whatHolds(rows: readonly InteractionRow[]): InteractionRow[] {
  const holding = new Map<string, InteractionRow>();
  for (const row of rows) {
    const name = `${row.completionId.toLowerCase()} ${Date.parse(row.createdAt)}`;
    const other = holding.get(name);
    if (other === undefined || rankOf(row) > rankOf(other)) holding.set(name, row);
  }
  return [...holding.values()];
}

function rankOf({ attempt, finishReason }: InteractionRow): number {
  return attempt * 2 + (finishReason === 'cancelled' ? 0 : 1);
}
