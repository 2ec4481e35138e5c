import { useQuery } from '@tanstack/react-query';
import { campaignsQuery } from '../campaigns/queries.js';
import { keysQuery } from '../keys/queries.js';
import { metricsQuery } from '../metrics/queries.js';
import { modelsQuery, toolsQuery } from '../models/queries.js';
import { queuesQuery } from '../review-queues/queries.js';
import type { AuditEntry } from './queries.js';

interface Named {
  readonly id: string;
  readonly key?: string;
  readonly name?: string;
}

/** Returns the key or the name of the resource of an entry. An update has neither, unless it changed them. */
export function nameIn({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string | undefined {
  const texts = [after?.['key'], before?.['key'], after?.['name'], before?.['name']];
  return texts.find((text): text is string => typeof text === 'string');
}

/** Returns names by ids of resources: of those that exist, else as their creation or deletion in the log has them. */
export function namesOf(
  entries: readonly Pick<AuditEntry, 'resource_id' | 'before' | 'after'>[],
  existing: readonly Named[],
): ReadonlyMap<string, string> {
  const logged = entries
    .filter(({ before, after }) => before === null || after === null)
    .map((entry) => [entry.resource_id, nameIn(entry)] as const);
  const current = existing.map(({ id, key, name }) => [id, key ?? name] as const);
  return new Map([...logged, ...current].filter((pair): pair is [string, string] => pair[1] !== undefined));
}

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
