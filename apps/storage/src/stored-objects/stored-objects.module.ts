import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { ObjectsModule } from '../objects/objects.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { StoredObjectsConsumer } from './stored-objects.consumer.js';
import { StoredObjectsCleanup } from './stored-objects.cleanup.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';
import { StoredObjectsService } from './stored-objects.service.js';

/** Objects in the bucket: images, and texts that are too large for a record. */
@Module({
  imports: [UsageModule, ObjectsModule],
  controllers: [StoredObjectsConsumer],
  exports: [StoredObjectsService],
  providers: [StoredObjectsService, StoredObjectsRepository, StoredObjectsCleanup, ResourceChanges],
})
export class StoredObjectsModule {}
