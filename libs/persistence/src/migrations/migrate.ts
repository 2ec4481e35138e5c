import { DataSource } from 'typeorm';
import type { DatabaseOptions } from '../data-source/database-options.js';
import { dataSourceOptions } from '../data-source/data-source-options.js';

/** How long to wait for somebody else who migrates the same schema: as long as a large index takes to build. */
const turnDeadlineMs = 10 * 60_000;

/**
 * Applies the migrations that a schema lacks, each in its own transaction. Any number of processes may do so at once:
 * they take turns, and the later ones find nothing left to do.
 *
 * @returns the names of those that were applied, in order.
 * @throws Error with the name of the one that failed; those before it stay applied.
 */
export async function migrate(options: DatabaseOptions): Promise<string[]> {
  const dataSource = new DataSource(migrationOptions(options));
  await dataSource.initialize();
  try {
    await requireSchema(dataSource, options.schema);
    return await inTurn(dataSource, options.schema, async () => {
      const applied = await dataSource.runMigrations();
      return applied.map(({ name }) => name);
    });
  } finally {
    await dataSource.destroy();
  }
}

/** A migration may take long and may wait for nothing but its lock; one connection holds the turn, one does the work. */
function migrationOptions(options: DatabaseOptions) {
  const base = dataSourceOptions({
    ...options,
    entities: [],
    poolSize: 2,
    applicationName: `${options.schema}-migrate`,
  });
  const extra = { ...(base.extra as object), statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  return { ...base, extra: { ...extra, query_timeout: 0 } };
}

async function requireSchema(dataSource: DataSource, schema: string): Promise<void> {
  const found: unknown[] = await dataSource.query('select 1 from pg_namespace where nspname = $1', [schema]);
  if (found.length > 0) return;
  throw new Error(`there is no schema '${schema}'; it is made, with the service's role, by infra/postgres/init.sql`);
}

async function inTurn<T>(dataSource: DataSource, schema: string, work: () => Promise<T>): Promise<T> {
  const turn = dataSource.createQueryRunner();
  try {
    await turn.query(`set lock_timeout = ${turnDeadlineMs}`);
    await turn.query('select pg_advisory_lock(hashtextextended($1, 0))', [`earshot:migrate:${schema}`]);
    try {
      return await work();
    } finally {
      await turn.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`earshot:migrate:${schema}`]);
    }
  } finally {
    await turn.release();
  }
}
