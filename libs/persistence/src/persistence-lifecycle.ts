import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@earshot/messaging';
import type { DataSource } from 'typeorm';
import { forgetIntervalMs, forgetOldReplies } from './commands/inbox-janitor.js';
import { withoutValues } from './data-source/database-fault.js';
import { pingIntervalMs, type DatabaseHealth } from './database-health.js';
import type { OutboxRelay } from './outbox/outbox-relay.js';
import { Repeater } from './repeater.js';
import type { StateReconciler } from './state/state-reconciler.js';

/** What a {@link PersistenceLifecycle} starts and stops. */
export interface PersistenceParts {
  readonly dataSource: DataSource;
  readonly relay: OutboxRelay;
  readonly reconciler: StateReconciler;
  readonly health: DatabaseHealth;
  readonly logger: Logger;
}

/** Starts what works by itself beside the handlers, and stops it after them, the database's connections last. */
export class PersistenceLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #parts: PersistenceParts;
  readonly #repeaters: readonly Repeater[];

  constructor(parts: PersistenceParts) {
    const { dataSource, health, logger } = parts;
    this.#parts = parts;
    this.#repeaters = [
      new Repeater((signal) => forgetOldReplies(dataSource, signal), {
        intervalMs: forgetIntervalMs,
        onError: (error) => logger.warn({ err: withoutValues(error) }, 'old replies were not deleted'),
      }),
      new Repeater(() => ping(dataSource, health), {
        intervalMs: pingIntervalMs,
        onError: (error) => {
          health.failed();
          logger.warn({ err: withoutValues(error) }, 'the database does not answer');
        },
      }),
    ];
  }

  onApplicationBootstrap(): void {
    this.#parts.relay.start();
    this.#parts.reconciler.start();
    for (const repeater of this.#repeaters) repeater.start();
  }

  /** After the servers of the application, HTTP and lanes, have stopped: nobody writes any more. */
  async onApplicationShutdown(): Promise<void> {
    const { relay, reconciler, dataSource } = this.#parts;
    await Promise.all([relay.stop(), reconciler.stop(), ...this.#repeaters.map((repeater) => repeater.stop())]);
    await dataSource.destroy();
  }
}

async function ping(dataSource: DataSource, health: DatabaseHealth): Promise<void> {
  await dataSource.query('select 1');
  health.pinged();
}
