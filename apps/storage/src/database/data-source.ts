import type { DatabaseOptions } from '@earshot/persistence';
import { FileEntity } from './entities/file.entity.js';
import { StoredObjectEntity } from './entities/stored-object.entity.js';
import { UploadEntity, UploadPartEntity, UploadPieceEntity } from './entities/upload.entity.js';
import { CreateObjects1795251647276 } from './migrations/1795251647276-CreateObjects.js';
import { CreateFiles1795262400000 } from './migrations/1795262400000-CreateFiles.js';
import { CreateUploads1795264800000 } from './migrations/1795264800000-CreateUploads.js';
import { IndexOpenUploads1795268400000 } from './migrations/1795268400000-IndexOpenUploads.js';
import { AllowFilesWithoutSession1795350000000 } from './migrations/1795350000000-AllowFilesWithoutSession.js';
import { CreateErasureChecks1795500000000 } from './migrations/1795500000000-CreateErasureChecks.js';
import { CountUsage1795700000000 } from './migrations/1795700000000-CountUsage.js';
import { AddCancellationToFiles1796300000000 } from './migrations/1796300000000-AddCancellationToFiles.js';

/** The data source of the storage service. @param applicationName name of the process in `pg_stat_activity` */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'storage',
    entities: [StoredObjectEntity, FileEntity, UploadEntity, UploadPartEntity, UploadPieceEntity],
    migrations: [
      CreateObjects1795251647276,
      CreateFiles1795262400000,
      CreateUploads1795264800000,
      IndexOpenUploads1795268400000,
      AllowFilesWithoutSession1795350000000,
      CreateErasureChecks1795500000000,
      CountUsage1795700000000,
      AddCancellationToFiles1796300000000,
    ],
  };
}
