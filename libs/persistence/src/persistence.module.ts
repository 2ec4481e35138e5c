import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { CommandRunner } from './commands/command-runner.js';
import { DATABASE_LOGGER, type DatabaseOptions } from './data-source/data-source-options.js';
import { openDataSource } from './data-source/open-data-source.js';
import { DatabaseHealth } from './database-health.js';
import { EventFence } from './events/event-fence.js';
import { EventRunner } from './events/event-runner.js';
import { UnstoredEvents } from './events/unstored-events.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { Outbox } from './outbox/outbox.js';
import { PersistenceLifecycle } from './persistence-lifecycle.js';
import { StateReconciler } from './state/state-reconciler.js';

/** Options of {@link PersistenceModule.forRoot}. */
export interface PersistenceOptions extends Omit<DatabaseOptions, 'onIdleConnectionLost'> {
  readonly logger: Logger;
}

/**
 * A service's database, for all of its modules: {@link CommandRunner}, {@link EventRunner}, {@link EventFence}, {@link
 * Outbox}, {@link StateReconciler}, {@link DatabaseHealth} and TypeORM's `DataSource`. Needs a global `MessagingModule`
 * beside it.
 */
@Module({})
export class PersistenceModule {
  static forRoot({ logger, ...database }: PersistenceOptions): DynamicModule {
    const onIdleConnectionLost = ({ message }: Error) => logger.warn({ reason: message }, 'database connection lost');
    const exported = [
      CommandRunner,
      EventRunner,
      EventFence,
      UnstoredEvents,
      Outbox,
      OutboxRelay,
      StateReconciler,
      DatabaseHealth,
    ];
    return {
      module: PersistenceModule,
      global: true,
      providers: [
        ...exported,
        PersistenceLifecycle,
        { provide: DATABASE_LOGGER, useValue: logger },
        { provide: DataSource, useFactory: () => openDataSource({ ...database, onIdleConnectionLost }, logger) },
      ],
      exports: [...exported, DataSource, DATABASE_LOGGER],
    };
  }
}
