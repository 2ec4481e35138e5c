import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { newCallContext } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { ErasureService } from './erasure.service.js';

/** One look into an index that is empty as a rule. */
const intervalMs = 15_000;

/** Deletes what is left of users who were erased, by every process of the service; what fails is tried again. */
@Injectable()
export class ErasureWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(erasure: ErasureService, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater((signal) => erasure.carryOut(newCallContext(), signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'users who were erased are not deleted yet'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** There is somebody new. */
  wake(): void {
    this.#repeater.wake();
  }
}
