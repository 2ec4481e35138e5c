import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { ObjectsOfInteractions } from '../erasure/objects-of-interactions.service.js';
import { RetentionService } from './retention.service.js';
import { RetentionWorker } from './retention.worker.js';

/** Deletion of expired interactions. */
@Module({
  imports: [StorageClientModule],
  providers: [RetentionService, RetentionWorker, ErasuresRepository, ObjectsOfInteractions],
})
export class RetentionModule {}
