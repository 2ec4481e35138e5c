import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { AuditSearch } from './audit-search.js';

/** An entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry'];

const pageSize = 50;

/** The changes in a project, the newest first, page by page. */
export const auditQuery = (project: string, filter: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ['resource', project, 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      bodyOf<Schemas['AuditEntryPage']>(
        api.GET('/api/v1/projects/{project}/audit_log', {
          params: { path: { project }, query: { ...filter, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
