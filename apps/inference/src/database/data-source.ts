import type { DatabaseOptions } from '@earshot/persistence';
import { ModelEntity } from './entities/model.entity.js';
import { CreateModels1763600000000 } from './migrations/1763600000000-CreateModels.js';
import { AddFallbackToModels1763700000000 } from './migrations/1763700000000-AddFallbackToModels.js';

/** Where the inference service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'inference',
    entities: [ModelEntity],
    migrations: [CreateModels1763600000000, AddFallbackToModels1763700000000],
  };
}
