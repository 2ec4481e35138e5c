import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { repeatedTask } from '@earshot/persistence';
import { ObjectsModule } from '../objects/objects.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { StoredObjectsConsumer } from './stored-objects.consumer.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';
import { StoredObjectsService } from './stored-objects.service.js';

/** Objects in the bucket: images, and texts that are too large for a record. */
@Module({
  imports: [UsageModule, ObjectsModule],
  controllers: [StoredObjectsConsumer],
  exports: [StoredObjectsService],
  providers: [
    StoredObjectsService,
    StoredObjectsRepository,
    ResourceChanges,
    // The query reads an index that is usually empty.
    repeatedTask(StoredObjectsService, {
      intervalMs: 10_000,
      run: async (objects, signal) => {
        while (!signal.aborted && (await objects.deleteDue(new Date())));
      },
      failed: 'object cleanup failed',
    }),
  ],
})
export class StoredObjectsModule {}
