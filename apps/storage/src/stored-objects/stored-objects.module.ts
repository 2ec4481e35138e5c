import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { StoredObjectsConsumer } from './stored-objects.consumer.js';
import { StoredObjectsJanitor } from './stored-objects.janitor.js';
import { StoredObjectsRepository } from './stored-objects.repository.js';
import { StoredObjectsService } from './stored-objects.service.js';

/** What lies in the bucket: commands, rules, rows. */
@Module({
  imports: [UsageModule, ObjectsModule],
  controllers: [StoredObjectsConsumer],
  exports: [StoredObjectsService],
  providers: [StoredObjectsService, StoredObjectsRepository, StoredObjectsJanitor],
})
export class StoredObjectsModule {}
