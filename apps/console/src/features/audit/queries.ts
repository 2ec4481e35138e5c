import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { AuditSearch } from './audit-search.js';

/** An entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry'];

const pageSize = 100;

/** Pages in the table at most: a browser draws 2,000 entries without delay. */
const maxPages = 20;

/** The changes in a project, the newest first, page by page. */
export const auditQuery = (project: string, filter: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['resource', project, 'audit', filter],
    queryFn: ({ signal, pageParam: cursor }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/audit_log', {
          params: { path: { project }, query: { ...filter, order: 'desc', limit: pageSize, cursor } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }, pages) => (pages.length < maxPages ? next_cursor : null),
  });

/** Returns the end of the time before which {@link auditQuery} finds entries from this one on, RFC 3339. */
export function untilEntry({ created_at }: AuditEntry): string {
  // Others may have its millisecond, and the end is exclusive.
  return new Date(Date.parse(created_at) + 1).toISOString();
}
