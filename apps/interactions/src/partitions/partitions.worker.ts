import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { PartitionsService } from './partitions.service.js';

/** Partitions are created two months ahead, which leaves time for hundreds of retries. */
const intervalMs = 3_600_000;

/** Creates partitions before their month begins. Every process does it. */
@Injectable()
export class PartitionsWorker extends Repeater {
  constructor(partitions: PartitionsService, @Inject(LOGGER) logger: Logger) {
    super(() => partitions.ensureAhead(new Date()), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'partitions not created ahead'),
    });
  }

  override onApplicationBootstrap(): void {
    this.wake();
  }
}
