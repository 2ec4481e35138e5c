import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { newCallContext } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { RetentionService } from './retention.service.js';

/** One look into an index for each project that keeps interactions for days only. */
const intervalMs = 60_000;

/** Deletes interactions that their project keeps no longer, by every process of the service; what fails is tried again. */
@Injectable()
export class RetentionWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(retention: RetentionService, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater((signal) => retention.deleteExpired(newCallContext(), signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'expired interactions not deleted yet'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
