import { defineCommand, defineEvent, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { auditRecordedTopic, projectsCommands } from './topics.js';

const fields = z.record(z.string(), z.unknown());

/** One entry of the audit log: one change of one resource. */
export const auditEntry = z.object({
  id,
  created_at: timestamp,
  request_id: z.string(),
  /** Who made the change; null for the installation itself. */
  actor: z
    .object({
      /** Null for the key of `EARSHOT_ADMIN_KEY`. */
      key_id: id.nullable(),
      key_name: z.string(),
      /** Network address of the request. */
      address: z.string(),
    })
    .nullable(),
  /** Null for resources of the installation. */
  project_id: id.nullable(),
  /** Kind of the resource, for example `model`. Readers accept unknown kinds. */
  resource: z.string(),
  /** Id of the resource; for a user the SHA-256 of project and user, in hex. */
  resource_id: z.string(),
  /** `create`, `update` or `delete`. */
  action: z.string(),
  /** Fields before the change, of an update the changed ones; null for a new resource. Without secrets. */
  before: fields.nullable(),
  /** Fields after the change. */
  after: fields.nullable(),
});

/** One entry of the audit log: one change of one resource. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** A resource was changed. Published in the transaction of the change. */
export const auditRecorded = defineEvent<AuditEntry>({
  topic: auditRecordedTopic,
  type: 'audit-recorded.v1',
  schema: auditEntry,
  key: ({ resource_id }) => resource_id,
});

/** Lists audit entries; null is no filter. Changes that were answered before are included. */
export const listAuditEntries = defineCommand({
  topic: projectsCommands,
  type: 'list-audit-entries.v1',
  request: pageRequest.extend({
    project_id: id.nullable(),
    key_id: id.nullable(),
    resource: z.string().nullable(),
    resource_id: z.string().nullable(),
    action: z.string().nullable(),
    created_after: timestamp.nullable(),
    created_before: timestamp.nullable(),
    /** Absent in messages from before 0.2: the oldest first. */
    order: z.enum(['asc', 'desc']).optional(),
  }),
  reply: page(auditEntry),
  read: true,
});

/** Request of {@link listAuditEntries}. */
export type ListAuditEntries = z.infer<typeof listAuditEntries.request>;
