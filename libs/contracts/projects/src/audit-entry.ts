import type { CallContext } from '@earshot/contracts-core';
import { createHash, randomUUID } from 'node:crypto';
import type { AuditEntry } from './audit.v1.js';

/** Kinds of resources whose changes have an audit entry. */
export const auditedResources = [
  'project',
  'api_key',
  'model',
  'tool',
  'ab_campaign',
  'metric',
  'dataset',
  'recipe',
  'artifact',
  'image',
  'interaction',
  'feedback',
  'comparison',
  'review_queue',
  'user',
] as const;

/** A change of a resource. */
export interface AuditedChange {
  readonly project_id: string | null;
  readonly resource: (typeof auditedResources)[number];
  readonly resource_id: string;
  /** The resource before the change; null where it is new. */
  readonly before: object | null;
  /** The resource after the change; null where it is gone. */
  readonly after: object | null;
}

/** Fields that the entry has itself, or that are no settings. */
const left: ReadonlySet<string> = new Set(['id', 'project_id', 'created_at', 'updated_at', 'last_used_at', 'hash']);

/** Longer values become size and hash: an entry with dozens of fields must fit into a record. */
const maxFieldBytes = 8_192;

/**
 * Makes the audit entry of a change. Sealed fields become `set` or `changed`, addresses lose credentials and query, and
 * long values become size and SHA-256. An update has its changed fields only.
 */
export function auditEntryOf({ before, after, ...audited }: AuditedChange, call: CallContext): AuditEntry {
  const old = settings(before);
  const now = settings(after);
  const changed = (name: string) =>
    before === null || after === null || JSON.stringify(old[name]) !== JSON.stringify(now[name]);
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(changed);
  return {
    id: randomUUID(),
    created_at: new Date().toISOString(),
    request_id: call.requestId,
    actor: call.actor ?? null,
    ...audited,
    action: before === null ? 'create' : after === null ? 'delete' : 'update',
    before: before && shownFields(names, old, {}),
    after: after && shownFields(names, now, old),
  };
}

function settings(resource: object | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(resource ?? {}).filter(([name]) => !left.has(name)));
}

type Fields = Readonly<Record<string, unknown>>;

function shownFields(names: readonly string[], fields: Fields, previous: Fields): Record<string, unknown> {
  const entries = names
    .filter((name) => fields[name] !== undefined)
    .map((name) => shown(name, fields[name], previous[name]));
  return Object.fromEntries(entries.map(([name, value]) => [name, bounded(value)]));
}

/** A public form of a field, with its name. */
function shown(name: string, value: unknown, previous: unknown): [string, unknown] {
  if (name.startsWith('sealed_')) return [name.slice('sealed_'.length), sealedState(value, previous)];
  if (typeof value === 'string') return [name, name === 'url' || name === 'base_url' ? bareAddress(value) : value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value];
  const earlier = (typeof previous === 'object' && previous !== null ? previous : {}) as Fields;
  return [name, Object.fromEntries(Object.entries(value).map(([key, one]) => shown(key, one, earlier[key])))];
}

function sealedState(value: unknown, previous: unknown): 'set' | 'changed' | null {
  if (value === null) return null;
  return typeof previous === 'string' && previous !== value ? 'changed' : 'set';
}

/** Without user, password, query and fragment, which may be secrets. */
function bareAddress(text: string): string {
  if (!URL.canParse(text)) return 'not an address';
  const { protocol, host, pathname, search } = new URL(text);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?...'}`;
}

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxFieldBytes) return value;
  return { omitted_bytes: bytes, sha256: createHash('sha256').update(text).digest('hex') };
}
