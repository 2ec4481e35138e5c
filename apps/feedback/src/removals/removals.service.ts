import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { RemovalsRepository } from './removals.repository.js';

/** Nobody sees these rows any more: they need not be gone at once. */
const intervalMs = 30_000;

/** Deletes, in the background and bit by bit, what was recorded under metrics that are gone. */
@Injectable()
export class RemovalsService implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(
    private readonly removals: RemovalsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#repeater = new Repeater((signal) => this.deleteAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'what belonged to removed metrics was not deleted yet'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Deletes all that there is now, unless the signal aborts. @throws AppError `service_unavailable` */
  async deleteAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.removals.deleteSome()));
  }
}
