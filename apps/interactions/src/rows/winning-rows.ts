import type { InteractionRow } from './interaction-row.js';

/**
 * Returns one row for each completion. A request that two workers received can have two records: the later attempt wins,
 * whose answer the caller got; within one attempt the record that was not cancelled.
 */
export function winningRows<Row extends InteractionRow>(rows: readonly Row[]): Row[] {
  const winners = new Map<string, Row>();
  for (const row of rows) {
    const name = `${row.completion_id.toLowerCase()} ${Date.parse(row.created_at)}`;
    const other = winners.get(name);
    if (other === undefined || rankOf(row) > rankOf(other)) winners.set(name, row);
  }
  return [...winners.values()];
}

function rankOf({ attempt, finish_reason }: InteractionRow): number {
  return attempt * 2 + (finish_reason === 'cancelled' ? 0 : 1);
}
