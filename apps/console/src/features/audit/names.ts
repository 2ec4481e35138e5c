import type { AuditEntry } from './queries.js';

/** A resource with its names. */
export interface Named {
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
