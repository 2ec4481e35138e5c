import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { ErasureConsumer } from './erasure.consumer.js';
import { ErasureService } from './erasure.service.js';
import { ErasureWorker } from './erasure.worker.js';
import { ErasuresRepository } from './erasures.repository.js';

/** Users who are forgotten. */
@Module({
  imports: [StorageClientModule],
  controllers: [ErasureConsumer],
  providers: [ErasureService, ErasureWorker, ErasuresRepository],
})
export class ErasureModule {}
