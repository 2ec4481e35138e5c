import type { DatabaseOptions } from '@earshot/persistence';
import { ImageEntity } from './entities/image.entity.js';
import { CreateImages1795251647276 } from './migrations/1795251647276-CreateImages.js';

/** Where the storage service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'storage',
    entities: [ImageEntity],
    migrations: [CreateImages1795251647276],
  };
}
