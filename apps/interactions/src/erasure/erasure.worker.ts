import { Inject, Injectable } from '@nestjs/common';
import { newCallContext } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { ErasureService } from './erasure.service.js';

/** A run is one look into an index that is usually empty. */
const intervalMs = 15_000;

/** Deletes what is stored of erased users. Every process does it; failed runs are retried. */
@Injectable()
export class ErasureWorker extends Repeater {
  constructor(erasure: ErasureService, @Inject(LOGGER) logger: Logger) {
    super((signal) => erasure.deleteErased(newCallContext(), signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'data of erased users not deleted yet'),
    });
  }
}
