import type { DataSourceOptions } from 'typeorm';
import { persistenceMigrations } from '../migrations/persistence-migrations.js';
import type { DatabaseOptions } from './database-options.js';
import { NoLog } from './no-log.js';
import { PipelinedClient } from './pipelined-client.js';

/**
 * A service has at most 8 partitions of commands in hand, each a group in one transaction, and one relay. With ten
 * connections none of them waits, and several processes of all services stay below PostgreSQL's default of 100.
 */
export const defaultPoolSize = 10;

/** No statement of a service reads a whole table: one that takes longer is stuck, and its caller has left. */
const statementTimeoutMs = 15_000;

/** Another transaction that holds a row this long is stuck; the group is handled again. */
const lockTimeoutMs = 5_000;

/** A process that stops in the middle of a transaction must not keep its locks. */
const idleInTransactionTimeoutMs = 15_000;

/** A statement that neither answers nor is ended by the server: the connection is dead and nobody has said so. */
const queryTimeoutMs = statementTimeoutMs + 5_000;

/** A reachable server accepts within milliseconds; a restarting one is tried again. */
const connectTimeoutMs = 5_000;

/** Connections are replaced after half an hour, so that they follow a moved database and no dead one is kept for good. */
const connectionLifetimeS = 1_800;

/** How TypeORM is to connect to a service's schema. Tables are changed by migrations alone, never by comparing entities. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { url, schema, entities, migrations, poolSize = defaultPoolSize, onIdleConnectionLost } = options;
  return {
    type: 'postgres',
    url,
    schema,
    entities: [...entities],
    migrations: [...persistenceMigrations, ...migrations],
    migrationsTransactionMode: 'each',
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    logger: new NoLog(),
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    applicationName: options.applicationName ?? schema,
    poolErrorHandler: (error: Error) => onIdleConnectionLost?.(error),
    extra: {
      Client: PipelinedClient,
      // Statements of our own name no schema, so they are the same for every service.
      options: `-c search_path=${schema}`,
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      maxLifetimeSeconds: connectionLifetimeS,
    },
  };
}
