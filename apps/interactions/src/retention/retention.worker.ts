import { Inject, Injectable } from '@nestjs/common';
import { newCallContext } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { RetentionService } from './retention.service.js';

/** A run is one look into an index for each project with a retention. */
const intervalMs = 60_000;

/** Deletes expired interactions. Every process does it; failed runs are retried. */
@Injectable()
export class RetentionWorker extends Repeater {
  constructor(retention: RetentionService, @Inject(LOGGER) logger: Logger) {
    super((signal) => retention.deleteExpired(newCallContext(), signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'expired interactions not deleted yet'),
    });
  }
}
