import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@earshot/errors';
import {
  columnLists,
  inTransaction,
  insertRows,
  read,
  readPage,
  mapConstraintErrors,
  rowsOf,
  type PageRequest,
  type RowPage,
  type Transaction,
} from '@earshot/persistence';
import { DataSource, In } from 'typeorm';
import { MetricEntity } from '../database/entities/metric.entity.js';

/** A metric by id and project. */
interface MetricName {
  readonly id: string;
  readonly project_id: string;
}

/** Metrics to look up: by id, and by key in a project. */
interface MetricNames {
  readonly ids: readonly string[];
  readonly keys: readonly { readonly project_id: string; readonly key: string }[];
}

const keyColumns = { project_id: 'uuid', key: 'text' };

/** Rows of removed metrics in one statement, which takes tens of milliseconds. */
const removalBatch = 1_000;

/** A request that was in progress at the removal has ended by then: its deadline is a few seconds. */
const removalRetention = '1 hour';

/** Tables with rows of metrics; feedback before its summaries. */
const dependentTables = ['feedback', 'comparisons', 'value_summaries', 'comparison_summaries', 'hourly_summaries'];

/** The queries of metrics. */
@Injectable()
export class MetricsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** @throws AppError `key_taken`, `id_taken` */
  async insert(tx: Transaction, row: MetricEntity): Promise<void> {
    await mapConstraintErrors(tx.insert(MetricEntity, row), conflicts(row));
  }

  /** Reads and locks a metric. @throws AppError `metric_not_found` */
  async lock(tx: Transaction, { id, project_id }: MetricName): Promise<MetricEntity> {
    const row = await tx.findOne(MetricEntity, { where: { id, project_id }, lock: { mode: 'pessimistic_write' } });
    if (row === null) throw notFound('metric', id);
    return row;
  }

  /**
   * Reads and locks the existing ones, so that their feedback and summaries change one group at a time. Locks are taken
   * in id order to prevent deadlocks.
   */
  async lockAll(
    tx: Transaction,
    { ids, keys }: MetricNames,
  ): Promise<Pick<MetricEntity, 'id' | 'project_id' | 'key' | 'kind'>[]> {
    return read(
      tx,
      `select id, project_id, key, kind from metrics
       where id in (
         select id from metrics where id = any($1::uuid[])
         union all
         select id from metrics join ${rowsOf(keyColumns, 'name', 2)} using (project_id, key))
       order by id for no key update`,
      [[...new Set(ids)], ...columnLists(keyColumns, keys)],
    );
  }

  /** Keys and kinds of metrics, by id. */
  async keysOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Pick<MetricEntity, 'key' | 'kind'>>> {
    const rows: Pick<MetricEntity, 'id' | 'key' | 'kind'>[] = await tx.query(
      'select id, key, kind from metrics where id = any($1::uuid[])',
      [[...new Set(ids)]],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Ids and keys of the metrics of a project, in the order of their ids. */
  async ofProject(tx: Transaction, project_id: string): Promise<Pick<MetricEntity, 'id' | 'key'>[]> {
    return tx.find(MetricEntity, { select: { id: true, key: true }, where: { project_id }, order: { id: 'asc' } });
  }

  /** Reads a metric; undefined if it was removed. */
  async find(tx: Transaction, id: string): Promise<Pick<MetricEntity, 'kind' | 'scoring_type'> | undefined> {
    return (await tx.findOneBy(MetricEntity, { id })) ?? undefined;
  }

  /** Locks some metrics of a project, in the order of {@link lockAll}. @returns their ids. */
  async lockBatch(tx: Transaction, project_id: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      'select id from metrics where project_id = $1 order by id limit $2 for update',
      [project_id, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Ids of the projects that have metrics. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.dataSource.query('select distinct project_id from metrics');
    return rows.map(({ project_id }) => project_id);
  }

  /** @throws AppError `key_taken` */
  async update(tx: Transaction, row: MetricEntity): Promise<void> {
    await mapConstraintErrors(tx.update(MetricEntity, { id: row.id }, row), conflicts(row));
  }

  /** Deletes metrics; their feedback is deleted in the background. */
  async delete(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.delete(MetricEntity, { id: In([...ids]) });
    const rows = ids.map((id) => ({ id }));
    await insertRows(tx, 'removed_metrics', { id: 'uuid' }, rows, 'on conflict do nothing');
  }

  /**
   * Deletes a batch of rows of removed metrics; several processes may run it concurrently.
   *
   * @returns whether there may be more. @throws AppError `service_unavailable`
   */
  deleteRemovedRows(): Promise<boolean> {
    return inTransaction(this.dataSource, async (tx) => {
      for (const table of dependentTables) {
        const [, deleted]: [unknown, number] = await tx.query(
          `delete from ${table} where ctid = any(array(
             select rows.ctid from removed_metrics removed
             cross join lateral (
               select ctid from ${table} where metric_id = removed.id limit $1 for update skip locked) as rows
             limit $1))`,
          [removalBatch],
        );
        if (deleted > 0) return true;
      }
      await tx.query(`delete from removed_metrics where removed_at < now() - interval '${removalRetention}'`);
      return false;
    });
  }

  /** Reads a page of the metrics of a project. @throws AppError `cursor_invalid` */
  page(tx: Transaction, project_id: string, request: PageRequest): Promise<RowPage<MetricEntity>> {
    return readPage(tx.createQueryBuilder(MetricEntity, 'metric').where({ project_id }), request);
  }
}

function conflicts({ id, key }: MetricEntity) {
  const param = (name: string) => ({ param: name });
  return {
    metrics_key_taken: () =>
      conflict('key_taken', `The key '${key}' is already used by another metric of the project.`, param('key')),
    metrics_id_taken: () => conflict('id_taken', `A metric with the id '${id}' already exists.`, param('id')),
  };
}
