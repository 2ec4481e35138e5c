import { useQuery } from '@tanstack/react-query';
import { campaignsQuery } from '../campaigns/queries.js';
import { keysQuery } from '../keys/queries.js';
import { metricsQuery } from '../metrics/queries.js';
import { modelsQuery, toolsQuery } from '../models/queries.js';
import { queuesQuery } from '../review-queues/queries.js';
import { namesOf, type Named } from './names.js';
import type { AuditEntry } from './queries.js';

/** Reads the resources whose names the updates in a log lack. */
export function useNames(project: string, entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const unnamed = new Set<string>(entries.filter(({ action }) => action === 'update').map(({ resource }) => resource));
  const existing: (readonly Named[] | undefined)[] = [
    useQuery({ ...campaignsQuery(project), enabled: unnamed.has('ab_campaign') }).data,
    useQuery({ ...modelsQuery(project), enabled: unnamed.has('model') }).data,
    useQuery({ ...toolsQuery(project), enabled: unnamed.has('tool') }).data,
    useQuery({ ...metricsQuery(project), enabled: unnamed.has('metric') }).data,
    useQuery({ ...queuesQuery(project), enabled: unnamed.has('review_queue') }).data,
    useQuery({ ...keysQuery(project), enabled: unnamed.has('api_key') }).data,
  ];
  return namesOf(
    entries,
    existing.flatMap((list) => list ?? []),
  );
}
