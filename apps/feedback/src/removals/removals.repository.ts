import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** A statement of some ten milliseconds, which hinders nobody. */
const batchRows = 1_000;

/** Whoever recorded something when its metric was removed has long ended: every request has a deadline of seconds. */
const lateFor = '1 hour';

/** Where there are rows under metrics, those of values before the cells of their summaries. */
const tables = ['feedback', 'comparisons', 'value_summaries', 'comparison_summaries'];

/** The queries that delete what belonged to metrics that are gone. */
@Injectable()
export class RemovalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Deletes some rows of removed metrics; several processes may do so at once.
   *
   * @returns whether there may be more. @throws AppError `service_unavailable`
   */
  deleteSome(): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      for (const table of tables) {
        const [, deleted]: [unknown, number] = await tx.query(
          `delete from ${table} where ctid = any(array(
             select rows.ctid from removed_metrics removed
             cross join lateral (
               select ctid from ${table} where metric_id = removed.id limit $1 for update skip locked) as rows
             limit $1))`,
          [batchRows],
        );
        if (deleted > 0) return true;
      }
      await tx.query(`delete from removed_metrics where removed_at < now() - interval '${lateFor}'`);
      return false;
    });
  }
}
