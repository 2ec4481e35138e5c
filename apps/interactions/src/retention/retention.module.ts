import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ObjectsOfInteractions } from '../erasure/objects-of-interactions.service.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';
import { RetentionWorker } from './retention.worker.js';

/** Interactions that their project keeps for days only. */
@Module({
  imports: [StorageClientModule],
  providers: [RetentionService, RetentionWorker, RetentionRepository, ObjectsOfInteractions],
})
export class RetentionModule {}
