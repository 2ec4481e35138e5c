import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { Quotas } from './quotas.js';

/** Maximum delay of gateways. A run is one look into a table with a row for each project. */
const intervalMs = 1_000;

/** Publishes which quotas are used up. Every process does it; all come to the same result. */
@Injectable()
export class QuotasWorker extends Repeater {
  constructor(quotas: Quotas, @Inject(LOGGER) logger: Logger) {
    super(() => quotas.publish(), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'used up quotas not published'),
    });
  }
}
