import { defineCommand, defineState, entity, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { apiKeysStateTopic, projectsCommands } from './topics.js';

/** What a key may be allowed to do (interface, section 1), but for managing keys: see {@link managesKeys}. */
export const permissions = ['inference', 'feedback', 'data', 'read', 'manage'] as const;

/** One thing that a key may be allowed to do. */
export type Permission = (typeof permissions)[number];

/**
 * Whether the key may manage API keys, the permission `keys`. No value of {@link permissions}, which earlier versions would refuse. Optional because
 * messages from before 0.2 do not have it: then keys that may `manage` may manage keys too.
 */
const managesKeys = z.boolean().optional();

/** What a key may use at most; a limit that is absent is none. They hold for the key, however many gateways serve it. */
export const keyLimits = z.object({
  /** Requests of any kind, in a minute. */
  requests_per_minute: z.int().min(1).optional(),
  /** Tokens of prompts and answers together, in a minute. */
  tokens_per_minute: z.int().min(1).optional(),
  /** Requests that cost, under way at one time. */
  concurrent: z.int().min(1).optional(),
});

/** What a key may use at most. */
export type KeyLimits = z.infer<typeof keyLimits>;

/** An API key as it is kept and shown: the key itself is not part of it. */
export const apiKey = z.object({
  ...entity,
  name: z.string(),
  /** The project that the key belongs to; null for a key of the installation, which may do in every project what its permissions say. */
  project_id: id.nullable(),
  permissions: z.array(z.enum(permissions)),
  manages_keys: managesKeys,
  expires_at: timestamp.nullable(),
  /** null: none. */
  limits: keyLimits.nullable(),
  /** When it was used last, at most a minute late; null: not yet. Optional because messages from before 0.2 do not have it. */
  last_used_at: timestamp.nullable().optional(),
});

/** An API key as it is kept and shown. */
export type ApiKey = z.infer<typeof apiKey>;

/** SHA-256 of an API key, in lower-case hex. Keys are 256 random bits, so no salt or slow hash is needed. */
export const keyHash = z.string().regex(/^[0-9a-f]{64}$/);

// Published when a key changes, not whenever it is used.
const apiKeyState = apiKey.omit({ last_used_at: true }).extend({ hash: keyHash });

/** An API key as it is published: with the hash by which callers are found. */
export type ApiKeyState = z.infer<typeof apiKeyState>;

/** Every key that was not revoked, by id. Read by the gateway, which finds callers by `hash` without asking anybody. */
export const apiKeysState = defineState<ApiKeyState>({
  topic: apiKeysStateTopic,
  type: 'api-key.v1',
  schema: apiKeyState,
  key: (value) => value.id,
});

/** Makes a key. The gateway mints it and shows it once; only its hash ever travels. Refused with `project_not_found`, `key_in_use`. */
export const createApiKey = defineCommand({
  topic: projectsCommands,
  type: 'create-api-key.v1',
  request: z.object({
    id,
    project_id: id.nullable(),
    name: z.string(),
    hash: keyHash,
    permissions: z.array(z.enum(permissions)),
    manages_keys: managesKeys,
    expires_at: timestamp.nullable(),
    limits: keyLimits.nullable(),
  }),
  reply: apiKey,
});

/** Changes what is given of a key. Refused with `api_key_not_found`. */
export const updateApiKey = defineCommand({
  topic: projectsCommands,
  type: 'update-api-key.v1',
  request: z.object({
    id,
    project_id: id.nullable(),
    changes: z.object({
      name: z.string().optional(),
      permissions: z.array(z.enum(permissions)).optional(),
      manages_keys: managesKeys,
      expires_at: timestamp.nullable().optional(),
      /** All of them anew. */
      limits: keyLimits.nullable().optional(),
    }),
  }),
  reply: apiKey,
});

/** Revokes a key for good. Refused with `api_key_not_found`. */
export const revokeApiKey = defineCommand({
  topic: projectsCommands,
  type: 'revoke-api-key.v1',
  request: z.object({ id, project_id: id.nullable() }),
  reply: z.object({ id }),
});

/** One key. Refused with `api_key_not_found`. */
export const readApiKey = defineCommand({
  topic: projectsCommands,
  type: 'read-api-key.v1',
  request: z.object({ id, project_id: id.nullable() }),
  reply: apiKey,
  read: true,
});

/** The keys of a project, or (null) of the installation, in the order in which they were made. */
export const listApiKeys = defineCommand({
  topic: projectsCommands,
  type: 'list-api-keys.v1',
  request: pageRequest.extend({ project_id: id.nullable() }),
  reply: page(apiKey),
  read: true,
});

/** How many uses {@link recordKeyUses} takes at once. */
export const maxKeyUses = 1_000;

/** Records when keys were used last. Keys that were revoked meanwhile are passed over. */
export const recordKeyUses = defineCommand({
  topic: projectsCommands,
  type: 'record-key-uses.v1',
  request: z.object({ uses: z.array(z.object({ id, at: timestamp })).max(maxKeyUses) }),
  reply: z.object({}),
});

/** What {@link recordKeyUses} takes. */
export type RecordKeyUses = z.infer<typeof recordKeyUses.request>;

/** What {@link createApiKey} takes. */
export type CreateApiKey = z.infer<typeof createApiKey.request>;

/** What {@link updateApiKey} takes. */
export type UpdateApiKey = z.infer<typeof updateApiKey.request>;

/** What {@link revokeApiKey} takes. */
export type RevokeApiKey = z.infer<typeof revokeApiKey.request>;

/** What {@link readApiKey} takes. */
export type ReadApiKey = z.infer<typeof readApiKey.request>;

/** What {@link listApiKeys} takes. */
export type ListApiKeys = z.infer<typeof listApiKeys.request>;
