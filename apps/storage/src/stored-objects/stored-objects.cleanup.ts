import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { StoredObjectsService } from './stored-objects.service.js';

/** The query reads an index that is usually empty. */
const intervalMs = 10_000;

/** Deletes objects that were announced and not kept. Safe to run in several processes. */
@Injectable()
export class StoredObjectsCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;

  constructor(objects: StoredObjectsService, @Inject(LOGGER) logger: Logger) {
    this.#repeater = new Repeater(
      async (signal) => {
        let more = true;
        while (more && !signal.aborted) more = await objects.deleteDue(new Date());
      },
      { intervalMs, onError: (error) => logger.warn({ err: error }, 'object cleanup failed') },
    );
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }
}
