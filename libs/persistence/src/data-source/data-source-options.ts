import { AbstractLogger, type DataSourceOptions, type EntitySchema, type MigrationInterface } from 'typeorm';
import { CreateInboxAndOutbox1763000000000 } from '../migrations/1763000000000-CreateInboxAndOutbox.js';
import { CreateEventPositions1763100000000 } from '../migrations/1763100000000-CreateEventPositions.js';
import { LeaveRoomInInbox1763200000000 } from '../migrations/1763200000000-LeaveRoomInInbox.js';
import { PipelinedClient } from './pipelined-client.js';

/** The database of a service. */
export interface DatabaseOptions {
  /** `postgres://role:password@host:port/database`. A secret. */
  readonly url: string;
  /** The service's own schema, named like the service; nobody else reads it. */
  readonly schema: string;
  readonly entities: readonly (EntitySchema | (new () => object))[];
  /** The service's own migrations, oldest first; those of this library run before them. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Name of the process in the database's list of connections; the schema's name unless given. */
  readonly applicationName?: string;
  /** Maximum of connections; default 10. */
  readonly poolSize?: number;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleConnectionLost?: (error: Error) => void;
}

/**
 * A service handles at most 8 partitions of commands at once, each in one transaction, beside one relay. Ten
 * connections suffice, and several processes of all services stay below PostgreSQL's default of 100.
 */
const defaultPoolSize = 10;

/** Tables that every service has besides its own. */
export const persistenceMigrations = [
  CreateInboxAndOutbox1763000000000,
  CreateEventPositions1763100000000,
  LeaveRoomInInbox1763200000000,
];

/** Injection token of the logger of {@link PersistenceModule}. */
export const DATABASE_LOGGER = Symbol('database logger');

/** No statement reads a whole table: a longer one is stuck, and its caller has timed out. */
const statementTimeoutMs = 15_000;

/** A transaction that locks a row longer is stuck; the group is retried. */
const lockTimeoutMs = 5_000;

/** A process that stops inside a transaction must not keep its locks. */
const idleInTransactionTimeoutMs = 15_000;

/** Without an answer or a timeout from the server the connection is dead. */
const queryTimeoutMs = statementTimeoutMs + 5_000;

/** A reachable server accepts within milliseconds; the connection is retried. */
const connectTimeoutMs = 5_000;

/** Replacing connections every 30 min follows a moved database and drops dead ones. */
const connectionLifetimeS = 1_800;

/** TypeORM logs some failures, with values, besides throwing them; the caller logs them without. */
class NoLog extends AbstractLogger {
  protected override writeLog(): void {
    return undefined;
  }
}

/** TypeORM's options for a service's schema. Only migrations change tables. */
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
