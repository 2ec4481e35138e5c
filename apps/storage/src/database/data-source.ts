import type { DatabaseOptions } from '@earshot/persistence';
import { FileEntity } from './entities/file.entity.js';
import { StoredObjectEntity } from './entities/stored-object.entity.js';
import { CreateObjects1795251647276 } from './migrations/1795251647276-CreateObjects.js';
import { CreateFiles1795262400000 } from './migrations/1795262400000-CreateFiles.js';

/** Where the storage service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'storage',
    entities: [StoredObjectEntity, FileEntity],
    migrations: [CreateObjects1795251647276, CreateFiles1795262400000],
  };
}
