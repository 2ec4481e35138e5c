import { defineState, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { apiKeyUsageTopic } from './topics.js';

const apiKeyUsage = z.object({
  key_id: id,
  /** The gateway process, with a new name after each start, so that a restart keeps earlier usage. */
  gateway: z.string().min(1),
  /** Time of the usage, ms since 1970. */
  at_ms: z.int(),
  /** End of the window of `requests` and `tokens`, ms since 1970. */
  minute_ends_at_ms: z.int(),
  requests: z.int().min(0),
  tokens: z.int().min(0),
  /** Concurrent requests; ignored once the gateway has been silent for some seconds. */
  concurrent: z.int().min(0),
});

/** Usage of a key with limits in one gateway, in the current minute. */
export type ApiKeyUsage = z.infer<typeof apiKeyUsage>;

/**
 * Usage of keys with limits, which gateways share: limits apply to the key, not to a process. The topic keeps it for
 * minutes only.
 */
export const apiKeyUsageState = defineState<ApiKeyUsage>({
  topic: apiKeyUsageTopic,
  type: 'api-key-usage.v1',
  schema: apiKeyUsage,
  key: ({ key_id, gateway }) => `${key_id}/${gateway}`,
});
