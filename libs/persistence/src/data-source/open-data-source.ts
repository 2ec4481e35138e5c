import { retryWithin, type Logger } from '@earshot/messaging';
import { DataSource, MigrationExecutor } from 'typeorm';
import { dataSourceOptions, type DatabaseOptions } from './data-source-options.js';

/** Database and migrations may start beside the service; they are ready within a minute. */
export const openDeadlineMs = 60_000;

/** Between attempts to connect. */
export const openBackOff = { firstMs: 100, maxMs: 2_000 };

/**
 * Connects once the database answers and has all migrations of this version.
 *
 * @throws Error that names what is missing after a minute.
 */
export async function openDataSource(
  options: DatabaseOptions,
  logger: Logger,
  deadlineMs = openDeadlineMs,
): Promise<DataSource> {
  const failed = (error: unknown): void =>
    logger.warn({ schema: options.schema, reason: reasonOf(error) }, 'database not ready, retrying');
  try {
    return await retryWithin(() => openMigrated(options), { backOff: openBackOff, deadlineMs, failed });
  } catch (error) {
    throw new Error(`the database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

async function openMigrated(options: DatabaseOptions): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  try {
    await requireMigrated(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function requireMigrated(dataSource: DataSource): Promise<void> {
  const { schema } = dataSource.options as { schema?: string };
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(`schema '${schema}' lacks migrations (${names}); run this version's migrate.js`);
}
