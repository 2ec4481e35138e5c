import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { StoredObjectsService } from './stored-objects.service.js';

/** One look into an index that is empty as a rule; what is given up is gone within seconds. */
const intervalMs = 10_000;

/** Deletes what was announced and not kept. Several processes may do so at once; what the bucket refuses is tried again. */
@Injectable()
export class StoredObjectsJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(objects: StoredObjectsService, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater(
      async (signal) => {
        let more = true;
        while (more && !signal.aborted) more = await objects.deleteDue(new Date());
      },
      { intervalMs, onError: (error) => logger.warn({ err: error }, 'given up objects were not deleted') },
    );
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
