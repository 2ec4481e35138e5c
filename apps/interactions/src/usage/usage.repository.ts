import { Injectable } from '@nestjs/common';
import { inTransaction, read, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

interface Row {
  readonly project_id: string;
  readonly interactions: string;
}

/** How many interactions projects have: counters that triggers keep (migration CountInteractions). */
@Injectable()
export class UsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Keeps counters from others until the transaction ends, in the order of their projects. @returns what they say, by project. */
  async lock(tx: Transaction, projectIds: readonly string[]): Promise<Map<string, number>> {
    const rows: Row[] = await tx.query(
      `insert into project_usage as usage (project_id) select distinct unnest($1::uuid[]) order by 1
       on conflict (project_id) do update set interactions = usage.interactions
       returning project_id, interactions`,
      [projectIds],
    );
    return counts(rows);
  }

  async find(tx: Transaction, projectId: string): Promise<number> {
    const rows = await read<Row>(tx, 'select project_id, interactions from project_usage where project_id = $1', [
      projectId,
    ]);
    return counts(rows).get(projectId.toLowerCase()) ?? 0;
  }

  /** Those of all projects that have any. */
  all(): Promise<Map<string, number>> {
    return inTransaction(this.dataSource, async (tx) =>
      counts(await read<Row>(tx, 'select project_id, interactions from project_usage where interactions > 0', [])),
    );
  }

  /** Does something outside of any command. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }
}

function counts(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.map(({ project_id, interactions }) => [project_id, Number(interactions)]));
}
