import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { Quotas } from './quotas.js';

/** By how much gateways may be late: one look into a table with a row for each project. */
const intervalMs = 1_000;

/** Keeps gateways told of the projects whose quota is used up. Every process of the service does so; the last word is the same. */
@Injectable()
export class QuotasWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(quotas: Quotas, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater(() => quotas.publish(), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'gateways were not told of used up quotas'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
