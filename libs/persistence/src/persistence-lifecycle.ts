import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { deleteExpiredReplies, expiryIntervalMs } from './commands/processed-commands.js';
import { DATABASE_LOGGER } from './data-source/data-source-options.js';
import { withoutValues } from './data-source/database-fault.js';
import { DatabaseHealth, pingIntervalMs } from './database-health.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { Repeater } from './repeater.js';
import { StateReconciler } from './state/state-reconciler.js';

/** Starts the background tasks, and stops them after the handlers; database connections close last. */
@Injectable()
export class PersistenceLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #repeaters: readonly Repeater[];

  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
    private readonly reconciler: StateReconciler,
    health: DatabaseHealth,
    @Inject(DATABASE_LOGGER) logger: Logger,
  ) {
    this.#repeaters = [
      new Repeater((signal) => deleteExpiredReplies(dataSource, signal), {
        intervalMs: expiryIntervalMs,
        onError: (error) => logger.warn({ err: withoutValues(error) }, 'expired replies not deleted'),
      }),
      new Repeater(() => ping(dataSource, health), {
        intervalMs: pingIntervalMs,
        onError: (error) => {
          health.failed();
          logger.warn({ err: withoutValues(error) }, 'database not reachable');
        },
      }),
    ];
  }

  onApplicationBootstrap(): void {
    this.relay.start();
    this.reconciler.start();
    for (const repeater of this.#repeaters) repeater.start();
  }

  /** Runs after HTTP and lanes have stopped, so nothing writes any more. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([
      this.relay.stop(),
      this.reconciler.stop(),
      ...this.#repeaters.map((repeater) => repeater.stop()),
    ]);
    await this.dataSource.destroy();
  }
}

async function ping(dataSource: DataSource, health: DatabaseHealth): Promise<void> {
  await dataSource.query('select 1');
  health.pinged();
}
