import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@earshot/messaging';
import type { DataSource } from 'typeorm';
import { deleteExpiredReplies, expiryIntervalMs } from './commands/processed-commands.js';
import { withoutValues } from './data-source/database-fault.js';
import { pingIntervalMs, type DatabaseHealth } from './database-health.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';
import { Repeater } from './repeater.js';
import type { StateReconciler } from './state/state-reconciler.js';

/** The parts that a {@link PersistenceLifecycle} starts and stops. */
export interface PersistenceParts {
  readonly dataSource: DataSource;
  readonly relay: OutboxRelay;
  readonly reconciler: StateReconciler;
  readonly health: DatabaseHealth;
  readonly logger: Logger;
}

/** Starts the background tasks, and stops them after the handlers; database connections close last. */
export class PersistenceLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #repeaters: readonly Repeater[];

  constructor(private readonly parts: PersistenceParts) {
    const { dataSource, health, logger } = parts;
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
    this.parts.relay.start();
    this.parts.reconciler.start();
    for (const repeater of this.#repeaters) repeater.start();
  }

  /** Runs after HTTP and lanes have stopped, so nothing writes any more. */
  async onApplicationShutdown(): Promise<void> {
    const { relay, reconciler, dataSource } = this.parts;
    await Promise.all([relay.stop(), reconciler.stop(), ...this.#repeaters.map((repeater) => repeater.stop())]);
    await dataSource.destroy();
  }
}

async function ping(dataSource: DataSource, health: DatabaseHealth): Promise<void> {
  await dataSource.query('select 1');
  health.pinged();
}
