import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { StoredObjectsService } from './stored-objects.service.js';

/** The query reads an index that is usually empty. */
const intervalMs = 10_000;

/** Deletes objects that were announced and not kept. Safe to run in several processes. */
@Injectable()
export class StoredObjectsCleanup extends Repeater {
  constructor(objects: StoredObjectsService, @Inject(LOGGER) logger: Logger) {
    super(
      async (signal) => {
        while (!signal.aborted && (await objects.deleteDue(new Date())));
      },
      { intervalMs, onError: (error) => logger.warn({ err: error }, 'object cleanup failed') },
    );
  }
}
