import { retryWithin } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseOptions } from '../data-source/data-source-options.js';
import { isDatabaseAway } from '../data-source/database-fault.js';
import { openBackOff, openDeadlineMs } from '../data-source/open-data-source.js';

/** Waits for another process that migrates the schema as long as a large index takes to build. */
const turnDeadlineMs = 10 * 60_000;

/**
 * Applies pending migrations, each in its own transaction. Several processes may do so at once: they take turns. Waits
 * for a database that cannot be reached: that of a new pod may be rejected for some seconds, until the network policies
 * know it.
 *
 * @param deadlineMs for the connection.
 * @returns the names of the applied migrations, in order.
 * @throws Error with the name of the failed migration; earlier ones stay applied.
 */
export async function migrate(options: DatabaseOptions, deadlineMs = openDeadlineMs): Promise<string[]> {
  const dataSource = await connect(options, deadlineMs);
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

/**
 * The command of a service's `database/migrate.js`. Prints one line for each migration, or one sentence to standard
 * error with exit code 1.
 *
 * @param load returns the options; its error is printed like a failed migration.
 */
export async function migrateCommand(load: () => DatabaseOptions): Promise<void> {
  try {
    const options = load();
    const applied = await migrate(options);
    const lines = applied.length > 0 ? applied.map((name) => `applied ${name}`) : ['nothing to apply'];
    process.stdout.write(lines.map((line) => `${options.schema}: ${line}\n`).join(''));
  } catch (error) {
    process.stderr.write(`Could not migrate: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function connect(options: DatabaseOptions, deadlineMs: number): Promise<DataSource> {
  return retryWithin(() => new DataSource(migrationOptions(options)).initialize(), {
    backOff: openBackOff,
    deadlineMs,
    passes: isDatabaseAway,
    failed: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${options.schema}: the database cannot be reached (${reason}); trying again\n`);
    },
  });
}

/** A migration has no timeouts. One connection holds the lock, one runs the migrations. */
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
  throw new Error(`there is no schema '${schema}'; create it and the service's role with infra/postgres/init.sql`);
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
