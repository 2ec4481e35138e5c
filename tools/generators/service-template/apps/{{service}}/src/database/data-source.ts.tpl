import type { DatabaseOptions } from '@earshot/persistence';
import { {{Entity}}Entity } from './entities/{{entity}}.entity.js';
import { Create{{Entities}}{{timestamp}} } from './migrations/{{timestamp}}-Create{{Entities}}.js';

/** Returns the database options of the service. @param applicationName name of the process in `pg_stat_activity` */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: '{{schema}}',
    entities: [{{Entity}}Entity],
    migrations: [Create{{Entities}}{{timestamp}}],
  };
}
