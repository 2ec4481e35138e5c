import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { MetricsRepository } from './metrics.repository.js';

/** No query reads these rows any more, so there is no hurry. */
const intervalMs = 30_000;

/** Deletes feedback and summaries of removed metrics in the background, in batches. */
@Injectable()
export class MetricRemovalWorker extends Repeater {
  constructor(
    private readonly metrics: MetricsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super((signal) => this.deleteAll(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'rows of removed metrics not deleted, retrying'),
    });
  }

  /** Deletes all rows of removed metrics, until the signal aborts. @throws AppError `service_unavailable` */
  async deleteAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.metrics.deleteRemovedRows()));
  }
}
