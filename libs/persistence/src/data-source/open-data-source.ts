import { backOffMs, type Logger } from '@earshot/messaging';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor } from 'typeorm';
import { dataSourceOptions, type DatabaseOptions } from './data-source-options.js';

/** Database and migrations may start beside the service; they are ready within a minute. */
const openDeadlineMs = 60_000;

const backOff = { firstMs: 100, maxMs: 2_000 };

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
  const deadlineAt = Date.now() + deadlineMs;
  for (let tries = 1; ; tries += 1) {
    const dataSource = new DataSource(dataSourceOptions(options));
    try {
      await dataSource.initialize();
      await requireMigrated(dataSource);
      return dataSource;
    } catch (error) {
      if (dataSource.isInitialized) await dataSource.destroy();
      const waitMs = backOffMs(backOff, tries);
      const reason = error instanceof Error ? error.message : String(error);
      if (Date.now() + waitMs > deadlineAt) {
        throw new Error(`the database cannot be used: ${reason}`, { cause: error });
      }
      logger.warn({ schema: options.schema, reason }, 'database not ready, retrying');
      await sleep(waitMs);
    }
  }
}

async function requireMigrated(dataSource: DataSource): Promise<void> {
  const { schema } = dataSource.options as { schema?: string };
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new Error(`schema '${schema}' lacks migrations (${names}); run this version's migrate.js`);
}
