import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { MetricRemovalRepository } from './metric-removal.repository.js';

/** No query reads these rows any more, so there is no hurry. */
const intervalMs = 30_000;

/** Deletes feedback and summaries of removed metrics in the background, in batches. */
@Injectable()
export class MetricRemovalService implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(
    private readonly removals: MetricRemovalRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#repeater = new Repeater((signal) => this.deleteAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'rows of removed metrics not deleted, retrying'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Deletes all rows of removed metrics, until the signal aborts. @throws AppError `service_unavailable` */
  async deleteAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.removals.deleteSome()));
  }
}
