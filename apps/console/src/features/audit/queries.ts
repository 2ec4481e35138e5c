import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import type { AuditSearch } from './audit-search.js';

/** An entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry'];

/** Entries that {@link auditQuery} reads at most; the interface lists the oldest first. */
export const maxEntries = 2_000;

const pageSize = 100;
const defaultDays = 30;
const dayMs = 86_400_000;

/** The changes in a project, the newest first; without a start, those of the last 30 days. */
export const auditQuery = (project: string, filter: AuditSearch) =>
  queryOptions({
    queryKey: ['resource', project, 'audit', filter],
    queryFn: async ({ signal }) => {
      const created_after = filter.created_after ?? new Date(Date.now() - defaultDays * dayMs).toISOString();
      const entries = await allPages<AuditEntry>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/audit_log', {
            params: { path: { project }, query: { ...filter, created_after, limit: pageSize, cursor } },
            signal,
          }),
        ),
      );
      return entries.toReversed();
    },
  });
