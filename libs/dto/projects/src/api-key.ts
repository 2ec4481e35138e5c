import { nameSchema, notSupportedYet, timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

/** What a key may be allowed to do (interface, section 1). */
export const permissionNames = ['inference', 'feedback', 'data', 'read', 'manage'] as const;

const permissions = z
  .array(z.enum(permissionNames))
  .min(1)
  .transform((names) => permissionNames.filter((name) => names.includes(name)))
  .describe('What the key may be used for; `manage` implies `read`.');

const expiresAt = z.iso
  .datetime({ offset: true })
  // What is no time at all has been told already.
  .refine((time) => !(Date.parse(time) <= Date.now()), 'expected a time in the future')
  .transform((time) => new Date(time).toISOString())
  .nullable()
  .describe('When the key stops working, RFC 3339; null for never.');

const keySha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'expected the SHA-256 of a key in hex, 64 digits')
  .toLowerCase()
  .describe(
    'Brings a key that exists already, `es_` and 43 letters or digits that hold 256 random bits, by its SHA-256 in hex: ' +
      'the key itself is then never sent and not part of the answer.',
  );

/** Body of `POST /api/v1/projects/{project}/api_keys`. */
export const createApiKeySchema = z.strictObject({
  name: nameSchema,
  permissions,
  expires_at: expiresAt.optional(),
  key_sha256: keySha256.optional(),
  limits: notSupportedYet('limits'),
});

/** Body of `POST /api/v1/api_keys`: a key of the installation. */
export const createInstallationKeySchema = createApiKeySchema.extend({
  permissions: permissions.default([...permissionNames]),
});

/** Body of `PATCH` of a key: what is left out stays as it is. */
export const updateApiKeySchema = createApiKeySchema.omit({ key_sha256: true }).partial();

/** A key as it is shown. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  project_id: z.uuid().nullable().describe('The project that the key belongs to; null for a key of the installation.'),
  permissions: z.array(z.enum(permissionNames)),
  expires_at: z.iso.datetime().nullable(),
  ...timestampFields,
});

/** A key as the answer to its creation shows it. */
export const createdApiKeySchema = apiKeySchema.extend({
  api_key: z
    .string()
    .optional()
    .describe('The key itself, in this one answer only; absent where the caller brought it.'),
});

/** Body of `POST .../api_keys`. */
export type CreateApiKey = z.output<typeof createApiKeySchema>;

/** Body of `PATCH` of a key. */
export type UpdateApiKey = z.output<typeof updateApiKeySchema>;

/** A key as it is shown. */
export type ApiKeyResponse = z.output<typeof apiKeySchema>;

/** A key as the answer to its creation shows it. */
export type CreatedApiKeyResponse = z.output<typeof createdApiKeySchema>;
