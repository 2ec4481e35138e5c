import type { EntitySchema, MigrationInterface } from 'typeorm';

/** Where a service keeps its rows, and what they are. */
export interface DatabaseOptions {
  /** `postgres://role:password@host:port/database`. A secret. */
  readonly url: string;
  /** The service's own schema, named like the service; nobody else reads it. */
  readonly schema: string;
  readonly entities: readonly (EntitySchema | (new () => object))[];
  /** The service's own migrations, oldest first; those of inbox and outbox come before them by themselves. */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** Name of the process, as the database lists it among its connections; the schema's name unless given. */
  readonly applicationName?: string;
  /** Connections at most; see `defaultPoolSize`. */
  readonly poolSize?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onIdleConnectionLost?: (error: Error) => void;
}
