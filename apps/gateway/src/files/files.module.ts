import { Module } from '@nestjs/common';
import { StorageClientModule } from '@earshot/storage-client';
import { FileDownloads } from './file-downloads.service.js';
import { Files } from './files.client.js';

/** What datasets, recipes and artifacts have in common. */
@Module({ imports: [StorageClientModule], providers: [Files, FileDownloads], exports: [Files, FileDownloads] })
export class FilesModule {}
