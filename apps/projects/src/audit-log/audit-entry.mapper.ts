import type { AuditEntry } from '@earshot/contracts-projects';
import type { AuditEntryEntity } from '../database/entities/audit-entry.entity.js';

/** The entry of a row. */
export function toAuditEntry(row: AuditEntryEntity): AuditEntry {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    request_id: row.requestId,
    actor: row.actor,
    project_id: row.projectId,
    resource: row.resource,
    resource_id: row.resourceId,
    action: row.action,
    before: row.before,
    after: row.after,
  };
}
