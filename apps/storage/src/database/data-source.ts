import type { DatabaseOptions } from '@earshot/persistence';
import { StoredObjectEntity } from './entities/stored-object.entity.js';
import { CreateObjects1795251647276 } from './migrations/1795251647276-CreateObjects.js';

/** Where the storage service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'storage',
    entities: [StoredObjectEntity],
    migrations: [CreateObjects1795251647276],
  };
}
