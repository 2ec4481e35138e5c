import type { DatabaseOptions } from '@earshot/persistence';
import { MetricEntity } from './entities/metric.entity.js';
import { CreateMetrics1795265400000 } from './migrations/1795265400000-CreateMetrics.js';

/** Where the feedback service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'feedback',
    entities: [MetricEntity],
    migrations: [CreateMetrics1795265400000],
  };
}
