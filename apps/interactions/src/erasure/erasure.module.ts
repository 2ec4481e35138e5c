import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { StorageClientModule } from '@earshot/storage-client';
import { ErasedCompletionsRepository } from './erased-completions.repository.js';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasureService } from './erasure.service.js';
import { ErasureWorker } from './erasure.worker.js';
import { ObjectsOfInteractions } from './objects-of-interactions.service.js';
import { ErasuresRepository } from './erasures.repository.js';

/** Erasure of users and interactions. */
@Module({
  imports: [StorageClientModule],
  controllers: [ErasureConsumer],
  providers: [
    ErasureService,
    ErasureWorker,
    ErasuresRepository,
    ErasedCompletionsRepository,
    ObjectsOfInteractions,
    ResourceChanges,
  ],
  exports: [ErasuresRepository, ErasedCompletionsRepository, ObjectsOfInteractions],
})
export class ErasureModule {}
