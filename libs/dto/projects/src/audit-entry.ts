import { idOrKeySchema, listQuerySchema, orderSchema, orNull, pageOf } from '@earshot/dto-common';
import { z } from 'zod';

/** Kinds of resources in the audit log. */
export const auditResourceSchema = z.enum([
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
]);
const action = z.enum(['create', 'update', 'delete']);

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Query string of `GET /api/v1/projects/{project}/audit_log`. */
export const projectAuditQuerySchema = listQuerySchema.extend({
  key_id: orNull(z.uuid()).describe('Only changes with this API key.'),
  resource: orNull(auditResourceSchema).describe('Only changes of resources of this kind.'),
  resource_id: orNull(z.string().min(1).max(128)).describe('Only changes of this resource.'),
  action: orNull(action).describe('Only changes of this kind.'),
  created_after: orNull(time).describe('Start, inclusive, RFC 3339.'),
  created_before: orNull(time).describe('End, exclusive, RFC 3339.'),
  order: orderSchema,
});

/** Query string of `GET /api/v1/audit_log`. */
export const auditQuerySchema = projectAuditQuerySchema.extend({
  project: idOrKeySchema
    .optional()
    .describe('Only changes in this project, by id or key. Use the id for a deleted project.'),
});

const fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit log as it is shown. */
export const auditEntrySchema = z
  .object({
    id: z.uuid().describe('Id.'),
    created_at: z.iso.datetime().describe('Time of the change.'),
    request_id: z.string().describe('The `x-request-id` of the request.'),
    actor: z
      .object({
        key_id: z.uuid().nullable().describe('Id of the API key; null for `EARSHOT_ADMIN_KEY`.'),
        key_name: z.string().describe('Name of the API key at that time.'),
        address: z.string().describe('Source address of the request. Behind a proxy, the address of the proxy.'),
      })
      .nullable()
      .describe('Caller that made the change; null for changes by the installation.'),
    project_id: z.uuid().nullable().describe('Project; null for resources of the installation.'),
    resource: z.string().describe('Kind of the resource.'),
    resource_id: z.string().describe('Id of the resource; for a user, the SHA-256 of `{project_id}/{user}` in hex.'),
    action: z.string().describe('`create`, `update` or `delete`.'),
    before: fields.describe(
      'Fields before the change; for an update, only changed ones; null for `create`. Without secrets.',
    ),
    after: fields.describe('Fields after the change; null for `delete`.'),
  })
  .meta({
    id: 'AuditEntry',
    description: 'A change of a resource.',
    examples: [
      {
        id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0a',
        created_at: '2026-01-31T12:00:00.000Z',
        request_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e0b',
        actor: { key_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02', key_name: 'ci', address: '192.0.2.7' },
        project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
        resource: 'model',
        resource_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e03',
        action: 'update',
        before: { name: 'Large' },
        after: { name: 'Larger' },
      },
    ],
  });

/** Answer to `GET /api/v1/audit_log`. */
export const auditPageSchema = pageOf(auditEntrySchema);

/** Query string of `GET /api/v1/projects/{project}/audit_log`. */
export type ProjectAuditQuery = z.output<typeof projectAuditQuerySchema>;

/** Query string of `GET /api/v1/audit_log`. */
export type AuditQuery = z.output<typeof auditQuerySchema>;

/** An entry of the audit log as it is shown. */
export type AuditEntryResponse = z.output<typeof auditEntrySchema>;
