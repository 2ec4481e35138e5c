import { nameSchema, pageOf, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';
import { shortest } from './shortest-limits.js';

/** What a key may be allowed to do (interface, section 1). */
export const permissionNames = ['inference', 'feedback', 'data', 'read', 'manage', 'keys'] as const;

const permissions = z
  .array(z.enum(permissionNames))
  .min(1)
  .transform((names) => permissionNames.filter((name) => names.includes(name)))
  .describe(
    'What the key may be used for; `manage` implies `read`. `keys` lets it manage API keys that may do no more than itself.',
  );

const expiresAt = z.iso
  .datetime({ offset: true })
  // What is no time at all has been told already.
  .refine((time) => !(Date.parse(time) <= Date.now()), 'expected a time in the future')
  .transform((time) => new Date(time).toISOString())
  .nullable()
  .describe('When the key stops working, RFC 3339; null for never.');

/** A limit above these limits nothing: they are more than an installation serves. */
const mostRequests = 1_000_000;
const mostTokens = 1_000_000_000;
const mostConcurrent = 10_000;

const limit = (most: number, what: string) =>
  z.int().min(1).max(most).nullable().optional().describe(`${what}; null for no limit.`);

const limitsSchema = z
  .strictObject({
    requests_per_minute: limit(mostRequests, 'Requests that may be made in a minute'),
    tokens_per_minute: limit(mostTokens, 'Tokens of prompts and answers that may be used in a minute'),
    concurrent: limit(mostConcurrent, 'Chats and embeddings that may be under way at one time'),
  })
  .nullable()
  .transform(shortest)
  .describe('What the key may use at most, over all gateways; null for no limits.');

const keySha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'expected the SHA-256 of a key in hex, 64 digits')
  .toLowerCase()
  .describe(
    'Brings a key that exists already, `es_` and 43 letters or digits that hold 256 random bits, by its SHA-256 in hex: ' +
      'the key itself is then never sent and not part of the answer.',
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
    description: 'An API key of a project to be made.',
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
    description: 'An API key of the installation to be made.',
    examples: [{ name: 'deployment' }],
  });

/** Body of `PATCH` of a key: what is left out stays as it is. */
export const updateApiKeySchema = createApiKeySchema
  .omit({ key_sha256: true })
  .partial()
  .meta({
    id: 'UpdateApiKey',
    description: 'What is to change of an API key; what is left out stays as it is.',
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
    id: z.uuid().describe('Identifier, given by the installation.'),
    name: z.string().describe('Name for people.'),
    project_id: z
      .uuid()
      .nullable()
      .describe('The project that the key belongs to; null for a key of the installation.'),
    permissions: z.array(z.enum(permissionNames)).describe('What the key may be used for.'),
    expires_at: z.iso.datetime().nullable().describe('When the key stops working, RFC 3339 in UTC; null for never.'),
    limits: z
      .object({
        requests_per_minute: z.int().optional().describe('Requests that may be made in a minute.'),
        tokens_per_minute: z.int().optional().describe('Tokens of prompts and answers that may be used in a minute.'),
        concurrent: z.int().optional().describe('Chats and embeddings that may be under way at one time.'),
      })
      .nullable()
      .describe('What the key may use at most; null where there are no limits.'),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('When the key was used last, RFC 3339 in UTC, at most a minute late; null for not yet.'),
    ...timestampFields,
  })
  .meta({ id: 'ApiKey', description: 'What is known of an API key.', examples: [example] });

/** A key as the answer to its creation shows it. */
export const createdApiKeySchema = apiKeySchema
  .extend({
    api_key: z
      .string()
      .optional()
      .describe('The key itself, in this one answer only; absent where the caller brought it.'),
  })
  .meta({
    id: 'CreatedApiKey',
    description: 'An API key that was made.',
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
