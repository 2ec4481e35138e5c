import { defineState, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { apiKeyUsageTopic } from './topics.js';

const apiKeyUsage = z.object({
  key_id: id,
  /** The process that counted, another name after each start: a restart forgives nothing. */
  gateway: z.string().min(1),
  /** When it was so, ms since 1970. */
  at_ms: z.int(),
  /** Until when `requests` and `tokens` count, ms since 1970. */
  minute_ends_at_ms: z.int(),
  requests: z.int().min(0),
  tokens: z.int().min(0),
  /** Requests under way; worth nothing once its gateway has been silent for some seconds. */
  concurrent: z.int().min(0),
});

/** What one gateway has let one key with limits use in the minute that runs. */
export type ApiKeyUsage = z.infer<typeof apiKeyUsage>;

/**
 * What each gateway has let each key with limits use, told by the gateways to each other: the limits are the key's, not a process's.
 * Worthless after a minute, so the topic keeps it for minutes.
 */
export const apiKeyUsageState = defineState<ApiKeyUsage>({
  topic: apiKeyUsageTopic,
  type: 'api-key-usage.v1',
  schema: apiKeyUsage,
  key: ({ key_id, gateway }) => `${key_id}/${gateway}`,
});
