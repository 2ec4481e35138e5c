import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { PartitionsService } from './partitions.service.js';

/** Two months ahead there is time for some hundred tries. */
const intervalMs = 3_600_000;

/** Has partitions made before their month begins, by every process of the service. */
@Injectable()
export class PartitionsKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(partitions: PartitionsService, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater(() => partitions.ensureAhead(new Date()), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'partitions were not made ahead'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
