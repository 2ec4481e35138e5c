import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** A statement of tens of milliseconds. */
const batchRows = 1_000;

/** A request that was in progress at the removal has ended by then: its deadline is a few seconds. */
const retention = '1 hour';

/** Tables with rows of metrics; feedback before its summaries. */
const tables = ['feedback', 'comparisons', 'value_summaries', 'comparison_summaries'];

/** The queries that delete rows of removed metrics. */
@Injectable()
export class MetricRemovalRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Deletes a batch of rows of removed metrics; several processes may run it concurrently.
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
      await tx.query(`delete from removed_metrics where removed_at < now() - interval '${retention}'`);
      return false;
    });
  }
}
