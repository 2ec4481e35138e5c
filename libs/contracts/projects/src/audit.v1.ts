import { defineCommand, defineEvent, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { auditRecordedTopic, projectsCommands } from './topics.js';

const fields = z.record(z.string(), z.unknown());

/** One entry of the audit log: one change of one resource. */
export const auditEntry = z.object({
  id,
  created_at: timestamp,
  request_id: z.string(),
  /** Who asked for the change; null where the installation made it by itself. */
  actor: z
    .object({
      /** null for the administrator's key, the one of `EARSHOT_ADMIN_KEY`. */
      key_id: id.nullable(),
      key_name: z.string(),
      /** Network address that the request came from. */
      address: z.string(),
    })
    .nullable(),
  /** null for resources of the installation. */
  project_id: id.nullable(),
  /** Kind of the resource, for example `model`. Readers take kinds that they do not know. */
  resource: z.string(),
  /** Id of the resource; for a user the SHA-256 of project and user, in hex. */
  resource_id: z.string(),
  /** `create`, `update` or `delete`. */
  action: z.string(),
  /** The fields before the change, of an update the changed ones; null where there was nothing. Never a secret. */
  before: fields.nullable(),
  /** The same after it. */
  after: fields.nullable(),
});

/** One entry of the audit log: one change of one resource. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** Something was changed. Published in the transaction of the change, so there is one for each change that holds, and none for others. */
export const auditRecorded = defineEvent<AuditEntry>({
  topic: auditRecordedTopic,
  type: 'audit-recorded.v1',
  schema: auditEntry,
  key: ({ resource_id }) => resource_id,
});

/** The entries of the audit log, the oldest first; null takes all. What was answered before this was asked is among them. */
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
  }),
  reply: page(auditEntry),
  read: true,
});

/** What {@link listAuditEntries} takes. */
export type ListAuditEntries = z.infer<typeof listAuditEntries.request>;
