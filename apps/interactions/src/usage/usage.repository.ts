import { Injectable } from '@nestjs/common';
import { inTransaction, read, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

interface Row {
  readonly project_id: string;
  readonly interactions: string;
}

/** First key of the advisory locks; nothing else in the schema may use it. */
const lockSpace = 1_795_700_000;

/** Rows of a project from which they are merged. */
const foldedFrom = 100;

/** Counts of stored interactions: sums of rows that triggers add (migration CountInteractions). */
@Injectable()
export class UsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Locks projects against other callers of `lock` until the transaction ends, in one order. Inserts do not wait.
   *
   * @returns the number of interactions by project.
   */
  async lock(tx: Transaction, projectIds: readonly string[]): Promise<Map<string, number>> {
    const locks = `select distinct hashtext(id::text) as lock from unnest($1::uuid[]) as id order by 1`;
    await tx.query(`select pg_advisory_xact_lock($2, lock) from (${locks}) as locks`, [projectIds, lockSpace]);
    // A statement of its own: it sees the commits of previous lock holders.
    const rows: Row[] = await tx.query(
      `select id as project_id, (select coalesce(sum(interactions), 0) from project_usage where project_id = id) as interactions
       from unnest($1::uuid[]) as id`,
      [projectIds],
    );
    return counts(rows);
  }

  async find(tx: Transaction, projectId: string): Promise<number> {
    const sum = 'select coalesce(sum(interactions), 0) as interactions from project_usage where project_id = $1';
    const [row] = await read<Pick<Row, 'interactions'>>(tx, sum, [projectId]);
    return Number(row?.interactions);
  }

  /** The counts of all projects with interactions. Merges rows where a project has many, or none that count. */
  async all(): Promise<Map<string, number>> {
    const sums: (Row & { readonly rows: string })[] = await this.dataSource.query(
      'select project_id, sum(interactions) as interactions, count(*) as rows from project_usage group by project_id',
    );
    const isFolded = ({ interactions, rows }: (typeof sums)[number]): boolean =>
      Number(rows) >= foldedFrom || Number(interactions) === 0;
    const folded = sums.filter(isFolded).map(({ project_id }) => project_id);
    if (folded.length > 0) await this.#fold(folded);
    return counts(sums.filter(({ interactions }) => Number(interactions) > 0));
  }

  /** Merges the rows of each project; skips rows that another process merges. */
  async #fold(projectIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `with taken as (select ctid from project_usage where project_id = any($1::uuid[]) for update skip locked),
       gone as (delete from project_usage where ctid in (select ctid from taken) returning project_id, interactions)
       insert into project_usage select project_id, sum(interactions) from gone group by project_id
         having sum(interactions) <> 0`,
      [projectIds],
    );
  }

  /** Runs a transaction outside of commands. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }
}

function counts(rows: readonly Row[]): Map<string, number> {
  return new Map(rows.map(({ project_id, interactions }) => [project_id, Number(interactions)]));
}
