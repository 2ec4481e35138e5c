import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { FilesClient } from './files.client.js';

/** Shared by datasets, recipes and artifacts. */
@Module({ imports: [StorageClientModule], providers: [FilesClient], exports: [FilesClient, StorageClientModule] })
export class FilesModule {}
