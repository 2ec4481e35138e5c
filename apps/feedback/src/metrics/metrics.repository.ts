import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '@earshot/errors';
import {
  inTransaction,
  read,
  readPage,
  refuseViolations,
  type PageRequest,
  type RowPage,
  type Transaction,
} from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { MetricEntity } from '../database/entities/metric.entity.js';

/** One metric, by its id and the project that the caller says it is of. */
interface MetricName {
  readonly id: string;
  readonly project_id: string;
}

/** Metrics as they are looked for: by their ids, and by their keys in a project. */
interface MetricNames {
  readonly ids: readonly string[];
  readonly keys: readonly { readonly projectId: string; readonly key: string }[];
}

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
    await refuseViolations(tx.insert(MetricEntity, row), refusals(row));
  }

  /** The metric, kept from others until the transaction ends. @throws AppError `metric_not_found` */
  async lock(tx: Transaction, { id, project_id: projectId }: MetricName): Promise<MetricEntity> {
    const row = await tx.findOne(MetricEntity, { where: { id, projectId }, lock: { mode: 'pessimistic_write' } });
    if (row === null) throw notFound('metric', id);
    return row;
  }

  /**
   * Those that there are, kept from others until the transaction ends: their values and summaries change one group after the other. In one
   * order, so that no two groups wait for each other.
   */
  async lockAll(
    tx: Transaction,
    { ids, keys }: MetricNames,
  ): Promise<Pick<MetricEntity, 'id' | 'projectId' | 'key' | 'kind'>[]> {
    return read(
      tx,
      `select id, project_id as "projectId", key, kind from metrics
       where id in (
         select id from metrics where id = any($1::uuid[])
         union all
         select id from metrics join unnest($2::uuid[], $3::text[]) as name (project_id, key) using (project_id, key))
       order by id for no key update`,
      [[...new Set(ids)], keys.map(({ projectId }) => projectId), keys.map(({ key }) => key)],
    );
  }

  /** The keys of metrics, by their ids. */
  async keysOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, Pick<MetricEntity, 'key' | 'kind'>>> {
    const rows: Pick<MetricEntity, 'id' | 'key' | 'kind'>[] = await tx.query(
      'select id, key, kind from metrics where id = any($1::uuid[])',
      [[...new Set(ids)]],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The metric; undefined where it is gone. */
  async find(tx: Transaction, id: string): Promise<Pick<MetricEntity, 'kind' | 'scoringType'> | undefined> {
    return (await tx.findOneBy(MetricEntity, { id })) ?? undefined;
  }

  /** The ids of some metrics of a project, kept from others until the transaction ends; in one order, as {@link lockAll}. */
  async lockSomeOf(tx: Transaction, projectId: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      'select id from metrics where project_id = $1 order by id limit $2 for update',
      [projectId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Of the projects that have any. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.dataSource.query('select distinct project_id from metrics');
    return rows.map(({ project_id }) => project_id);
  }

  /** Its rows are to be deleted, bit by bit. */
  async markRemoved(tx: Transaction, id: string): Promise<void> {
    await tx.query('insert into removed_metrics (id) values ($1) on conflict do nothing', [id]);
  }

  /** @throws AppError `key_taken` */
  async update(tx: Transaction, row: MetricEntity): Promise<void> {
    await refuseViolations(tx.update(MetricEntity, { id: row.id }, row), refusals(row));
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(MetricEntity, { id });
  }

  /** The metrics of a project, the oldest first. @throws AppError `cursor_invalid` */
  page(tx: Transaction, projectId: string, request: PageRequest): Promise<RowPage<MetricEntity>> {
    return readPage(tx.createQueryBuilder(MetricEntity, 'metric').where({ projectId }), request);
  }
}

function refusals({ id, key }: MetricEntity) {
  const param = (name: string) => ({ param: name });
  return {
    metrics_key_taken: () =>
      conflict('key_taken', `Another metric of this project has the key '${key}'.`, param('key')),
    metrics_id_taken: () => conflict('id_taken', `There is a metric with the id '${id}' already.`, param('id')),
  };
}
