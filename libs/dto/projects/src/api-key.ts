import { nameSchema, pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { withoutUnset } from './project-limits.js';

/** Permissions of a key. */
export const permissionNames = ['inference', 'feedback', 'data', 'read', 'manage', 'keys'] as const;

const permissions = z
  .array(z.enum(permissionNames))
  .min(1)
  .transform((names) => permissionNames.filter((name) => names.includes(name)))
  .describe(
    'Permissions of the key. `manage` implies `read`. `keys` allows managing API keys with at most its own permissions.',
  );

const expiresAt = z.iso
  .datetime({ offset: true })
  // An invalid time is reported by `datetime`.
  .refine((time) => !(Date.parse(time) <= Date.now()), 'expected a time in the future')
  .transform((time) => new Date(time).toISOString())
  .nullable()
  .describe('Expiry, RFC 3339; null: never.');

/** Higher limits have no effect: an installation never serves as many. */
const maxRequestsPerMinute = 1_000_000;
const maxTokensPerMinute = 1_000_000_000;
const maxConcurrent = 10_000;

const limit = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().optional().describe(`${what}; null: no limit.`);

const limitsSchema = z
  .strictObject({
    requests_per_minute: limit(maxRequestsPerMinute, 'Maximum requests per minute'),
    tokens_per_minute: limit(maxTokensPerMinute, 'Maximum tokens of prompts and answers per minute'),
    concurrent: limit(maxConcurrent, 'Maximum concurrent chats and embeddings'),
  })
  .nullable()
  .transform(withoutUnset)
  .describe('Limits of the key, over all gateways; null: no limits.');

const keySha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'expected the SHA-256 of a key in hex, 64 digits')
  .toLowerCase()
  .describe(
    'SHA-256 in hex of an existing key: `es_` and 43 letters or digits with 256 random bits. ' +
      'The key itself is never sent, and is not in the answer.',
  );

/** Body of `POST /api/v1/projects/{project}/api_keys`. */
export const createApiKeySchema = z
  .strictObject({
    name: nameSchema,
    permissions,
    expires_at: expiresAt.optional(),
    key_sha256: keySha256.optional(),
    limits: limitsSchema.optional(),
  })
  .meta({
    id: 'CreateApiKey',
    description: 'A new API key of a project.',
    examples: [
      {
        name: 'web shop',
        permissions: ['inference', 'feedback'],
        expires_at: '2036-01-31T12:00:00Z',
        limits: { requests_per_minute: 600, concurrent: 20 },
      },
    ],
  });

/** Body of `POST /api/v1/api_keys`: a key of the installation. */
export const createInstallationKeySchema = createApiKeySchema
  .extend({ permissions: permissions.default([...permissionNames]) })
  .meta({
    id: 'CreateInstallationKey',
    description: 'A new installation key.',
    examples: [{ name: 'deployment' }],
  });

/** Body of `PATCH` of a key: what is left out stays as it is. */
export const updateApiKeySchema = createApiKeySchema
  .omit({ key_sha256: true })
  .partial()
  .meta({
    id: 'UpdateApiKey',
    description: 'Changes of an API key. Absent fields stay unchanged.',
    examples: [{ permissions: ['inference'] }],
  });

const example = {
  id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02',
  name: 'web shop',
  project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
  permissions: ['inference', 'feedback'],
  expires_at: '2036-01-31T12:00:00.000Z',
  limits: { requests_per_minute: 600, concurrent: 20 },
  last_used_at: '2026-02-01T08:30:00.000Z',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};

/** A key as it is shown. */
export const apiKeySchema = z
  .object({
    id: z.uuid().describe('Id, created by the installation.'),
    name: z.string().describe('Display name.'),
    project_id: z.uuid().nullable().describe('Project of the key; null for an installation key.'),
    permissions: z.array(z.enum(permissionNames)).describe('Permissions of the key.'),
    expires_at: z.iso.datetime().nullable().describe('Expiry, RFC 3339 in UTC; null: never.'),
    limits: z
      .object({
        requests_per_minute: z.int().optional().describe('Maximum requests per minute.'),
        tokens_per_minute: z.int().optional().describe('Maximum tokens of prompts and answers per minute.'),
        concurrent: z.int().optional().describe('Maximum concurrent chats and embeddings.'),
      })
      .nullable()
      .describe('Limits of the key; null: no limits.'),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last use, RFC 3339 in UTC, at most a minute late; null: never used.'),
    ...timestampFields,
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.', examples: [example] });

/** A key as the answer to its creation shows it. */
export const createdApiKeySchema = apiKeySchema
  .extend({
    api_key: z.string().optional().describe('The key itself, only in this answer. Absent if the request had its hash.'),
  })
  .meta({
    id: 'CreatedApiKey',
    description: 'A created API key.',
    examples: [{ ...example, api_key: 'es_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg' }],
  });

/** Answer to `GET .../api_keys`. */
export const apiKeyPageSchema = pageOf(apiKeySchema);

/** Body of `POST .../api_keys`. */
export type CreateApiKey = z.output<typeof createApiKeySchema>;

/** Body of `PATCH` of a key. */
export type UpdateApiKey = z.output<typeof updateApiKeySchema>;

/** A key as it is shown. */
export type ApiKeyResponse = z.output<typeof apiKeySchema>;

/** A key as the answer to its creation shows it. */
export type CreatedApiKeyResponse = z.output<typeof createdApiKeySchema>;
