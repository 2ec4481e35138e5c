import type { Transaction } from '@earshot/persistence';
import type { DataSource } from 'typeorm';
import type { ProjectRow } from '../database/entities/project-row.js';
import type { ProjectRows } from '../database/project-rows.js';

/** The rows with sealed texts, and the outbox that publishes their changes. */
export class SealedRowsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Passes on each row. One transaction for each project, under its lock: concurrent writers wait for milliseconds. */
  async forEach<Row extends ProjectRow>(
    rows: ProjectRows<Row>,
    work: (tx: Transaction, row: Row) => Promise<void>,
  ): Promise<void> {
    for (const projectId of await rows.projectIds(this.dataSource.manager)) {
      await this.dataSource.transaction(async (tx) => {
        await rows.lockProject(tx, projectId);
        for (const row of await rows.all(tx, projectId)) await work(tx, row);
      });
    }
  }

  /** Whether the outbox has records of the topics. */
  async hasUnpublished(topics: readonly string[]): Promise<boolean> {
    const statement = 'select exists (select from outbox where topic = any($1)) as left';
    const [found] = await this.dataSource.query<{ left: boolean }[]>(statement, [topics]);
    return found?.left !== false;
  }
}
