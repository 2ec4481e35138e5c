import { idOrKeySchema, listQuerySchema, orNull, pageOf } from '@earshot/dto-common';
import { z } from 'zod';

const resource = z.enum([
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
  'user',
]);
const action = z.enum(['create', 'update', 'delete']);

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Query string of `GET /api/v1/projects/{project}/audit_log`. */
export const projectAuditQuerySchema = listQuerySchema.extend({
  key_id: orNull(z.uuid()).describe('Changes made with this API key.'),
  resource: orNull(resource).describe('Changes of resources of this kind.'),
  resource_id: orNull(z.string().min(1).max(128)).describe('Changes of this resource.'),
  action: orNull(action).describe('Changes of this kind.'),
  created_after: orNull(time).describe('From this time on, RFC 3339.'),
  created_before: orNull(time).describe('Until before this time, RFC 3339.'),
});

/** Query string of `GET /api/v1/audit_log`. */
export const auditQuerySchema = projectAuditQuerySchema.extend({
  project: idOrKeySchema.optional().describe('Changes in this project, by id or key; by id also once it is deleted.'),
});

const fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit log as it is shown. */
export const auditEntrySchema = z
  .object({
    id: z.uuid().describe('Identifier.'),
    created_at: z.iso.datetime().describe('When the change was made.'),
    request_id: z.string().describe('The `x-request-id` of the request.'),
    actor: z
      .object({
        key_id: z.uuid().nullable().describe('Id of the API key; null for `EARSHOT_ADMIN_KEY`.'),
        key_name: z.string().describe('Name of the API key at that time.'),
        address: z.string().describe('Network address that the request came from; behind a proxy, that of the proxy.'),
      })
      .nullable()
      .describe('Who asked for the change; null where the installation made it by itself.'),
    project_id: z.uuid().nullable().describe('The project; null for resources of the installation.'),
    resource: z.string().describe('Kind of the resource.'),
    resource_id: z.string().describe('Id of the resource; for a user, the SHA-256 of `{project_id}/{user}` in hex.'),
    action: z.string().describe('`create`, `update` or `delete`.'),
    before: fields.describe('The fields before; of an update, those that it changed; null for `create`. No secrets.'),
    after: fields.describe('The same after the change; null for `delete`.'),
  })
  .meta({
    id: 'AuditEntry',
    description: 'One change of one resource: who, what, when.',
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
