import { Injectable } from '@nestjs/common';
import { columnLists, rowsOf, write, type Transaction } from '@earshot/persistence';
import type { SummaryChange } from './feedback.js';

const cellColumns = { metric_id: 'uuid', day: 'date', model: 'text', bucket: 'integer' };

// A value is sent as decimal text, so that sums are exact.
const changeColumns = { ...cellColumns, value: 'numeric', sign: 'integer' };

/** The cells of summaries: one for each metric, day, model and bucket. Writers hold the locks of the metrics. */
@Injectable()
export class SummaryCellsRepository {
  /** Applies changes; call it after the feedback is written. */
  async apply(tx: Transaction, changes: readonly SummaryChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.#addUp(tx, changes);
    const removed = changes.filter(({ sign }) => sign < 0);
    if (removed.length > 0) await this.#updateExtremes(tx, removed);
  }

  async #addUp(tx: Transaction, changes: readonly SummaryChange[]): Promise<void> {
    await write(
      tx,
      `insert into value_summaries as kept (metric_id, day, model, bucket, count, sum, sum_of_squares, min, max)
       select metric_id, day, model, bucket, sum(sign), sum(sign * value), sum(sign * value * value),
              min(value) filter (where sign > 0), max(value) filter (where sign > 0)
       from ${rowsOf(changeColumns, 'change')}
       group by metric_id, day, model, bucket order by metric_id, day, model, bucket
       on conflict (metric_id, day, model, bucket) do update set
         count = kept.count + excluded.count,
         sum = kept.sum + excluded.sum,
         sum_of_squares = kept.sum_of_squares + excluded.sum_of_squares,
         min = least(kept.min, excluded.min),
         max = greatest(kept.max, excluded.max)`,
      columnLists(
        changeColumns,
        changes.map((change) => ({ ...change, value: String(change.value) })),
      ),
    );
  }

  /** Recomputes least and greatest value of cells that lost values, from the index. */
  async #updateExtremes(tx: Transaction, changes: readonly SummaryChange[]): Promise<void> {
    const cells = columnLists(cellColumns, changes);
    const touched = `(select distinct * from ${rowsOf(cellColumns, 'cell')}) as touched`;
    const same = `summary.metric_id = touched.metric_id and summary.day = touched.day
      and summary.model = touched.model and summary.bucket = touched.bucket`;
    await write(tx, `delete from value_summaries summary using ${touched} where ${same} and summary.count = 0`, cells);
    const extreme = (direction: 'asc' | 'desc') =>
      `(select value from feedback where is_current and feedback.metric_id = summary.metric_id
        and feedback.day = summary.day and feedback.model = summary.model and feedback.bucket = summary.bucket
        order by metric_id ${direction}, day ${direction}, model ${direction}, bucket ${direction}, value ${direction} limit 1)`;
    await write(
      tx,
      `update value_summaries summary set min = ${extreme('asc')}, max = ${extreme('desc')} from ${touched} where ${same}`,
      cells,
    );
  }
}
