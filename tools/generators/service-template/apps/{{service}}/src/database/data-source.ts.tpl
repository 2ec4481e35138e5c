import type { DatabaseOptions } from '@earshot/persistence';
import { {{Entity}}Entity } from './entities/{{entity}}.entity.js';
import { Create{{Entities}}{{timestamp}} } from './migrations/{{timestamp}}-Create{{Entities}}.js';

/** Where the {{service}} service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: '{{schema}}',
    entities: [{{Entity}}Entity],
    migrations: [Create{{Entities}}{{timestamp}}],
  };
}
