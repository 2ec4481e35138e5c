import { defineCommand, defineState, entity, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { apiKeysStateTopic, projectsCommands } from './topics.js';

/** Permissions of a key, except managing keys: see {@link managesKeys}. */
export const permissions = ['inference', 'feedback', 'data', 'read', 'manage'] as const;

/** One permission. */
export type Permission = (typeof permissions)[number];

/**
 * The permission `keys`: the key may manage API keys. A field of its own, since earlier versions refuse unknown values
 * of {@link permissions}. Where it is absent (before 0.1), keys with `manage` may manage keys.
 */
const managesKeys = z.boolean().optional();

/** Limits of a key over all gateways. An absent limit is none. */
export const keyLimits = z.object({
  /** Requests of any kind per minute. */
  requests_per_minute: z.int().min(1).optional(),
  /** Tokens of prompts and answers per minute. */
  tokens_per_minute: z.int().min(1).optional(),
  /** Concurrent chats, completions and embeddings. */
  concurrent: z.int().min(1).optional(),
});

/** Limits of a key. */
export type KeyLimits = z.infer<typeof keyLimits>;

/** An API key as callers see it: without the key itself. */
export const apiKey = z.object({
  ...entity,
  name: z.string(),
  /** The project of the key; null for a key of the installation, which applies to every project. */
  project_id: id.nullable(),
  permissions: z.array(z.enum(permissions)),
  manages_keys: managesKeys,
  expires_at: timestamp.nullable(),
  /** Null for none. */
  limits: keyLimits.nullable(),
  /** Last use, up to one minute late; null: never. Optional, since messages from before 0.1 lack it. */
  last_used_at: timestamp.nullable().optional(),
});

/** An API key as callers see it. */
export type ApiKey = z.infer<typeof apiKey>;

/** SHA-256 of an API key, in lower-case hex. Keys have 256 random bits, so no salt or slow hash is needed. */
export const keyHash = z.string().regex(/^[0-9a-f]{64}$/);

// Published when a key changes, not when it is used.
const apiKeyState = apiKey.omit({ last_used_at: true }).extend({ hash: keyHash });

/** A published API key, with its hash. */
export type ApiKeyState = z.infer<typeof apiKeyState>;

/** Every key that was not revoked, by id. The gateway authenticates callers by `hash`. */
export const apiKeysState = defineState<ApiKeyState>({
  topic: apiKeysStateTopic,
  type: 'api-key.v1',
  schema: apiKeyState,
  key: (value) => value.id,
});

const keyRef = z.object({ id, project_id: id.nullable() });

/**
 * Creates a key. The gateway generates it and shows it once; only its hash is sent. Errors: `project_not_found`,
 * `key_in_use`.
 */
export const createApiKey = defineCommand({
  topic: projectsCommands,
  type: 'create-api-key.v1',
  request: apiKeyState.omit({ created_at: true, updated_at: true }),
  reply: apiKey,
});

const settings = { name: true, permissions: true, manages_keys: true, expires_at: true, limits: true } as const;

/** Changes the given fields of a key; `limits` replaces all limits. Errors: `api_key_not_found`. */
export const updateApiKey = defineCommand({
  topic: projectsCommands,
  type: 'update-api-key.v1',
  request: keyRef.extend({ changes: apiKey.pick(settings).partial() }),
  reply: apiKey,
});

/** Revokes a key. Errors: `api_key_not_found`. */
export const revokeApiKey = defineCommand({
  topic: projectsCommands,
  type: 'revoke-api-key.v1',
  request: keyRef,
  reply: z.object({ id }),
});

/** Reads one key. Errors: `api_key_not_found`. */
export const readApiKey = defineCommand({
  topic: projectsCommands,
  type: 'read-api-key.v1',
  request: keyRef,
  reply: apiKey,
  read: true,
});

/** Lists the keys of a project, or (null) of the installation, the oldest first. */
export const listApiKeys = defineCommand({
  topic: projectsCommands,
  type: 'list-api-keys.v1',
  request: pageRequest.extend({ project_id: id.nullable() }),
  reply: page(apiKey),
  read: true,
});

/** Request of {@link createApiKey}. */
export type CreateApiKey = z.infer<typeof createApiKey.request>;

/** Request of {@link updateApiKey}. */
export type UpdateApiKey = z.infer<typeof updateApiKey.request>;

/** Request of {@link revokeApiKey}. */
export type RevokeApiKey = z.infer<typeof revokeApiKey.request>;

/** Request of {@link readApiKey}. */
export type ReadApiKey = z.infer<typeof readApiKey.request>;

/** Request of {@link listApiKeys}. */
export type ListApiKeys = z.infer<typeof listApiKeys.request>;
