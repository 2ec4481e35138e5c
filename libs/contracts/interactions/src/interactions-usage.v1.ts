import { defineCommand, defineState, id, quotaUse } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionQuotasTopic } from './topics.js';

/** Stored interactions of a project, and its quota. */
export const readInteractionsUsage = defineCommand({
  topic: interactionsCommands,
  type: 'read-interactions-usage.v1',
  request: z.object({ project_id: id }),
  reply: z.object({ interactions: quotaUse }),
  read: true,
});

/** Request of {@link readInteractionsUsage}. */
export type ReadInteractionsUsage = z.infer<typeof readInteractionsUsage.request>;

/** Stored interactions of a project, and its quota. */
export type InteractionsUsage = z.infer<typeof readInteractionsUsage.reply>;

const usedUpQuota = z.object({
  project_id: id,
  /** Maximum of stored interactions. */
  limit: z.int().min(0),
});

/** A project whose quota of interactions is used up. */
export type UsedUpQuota = z.infer<typeof usedUpQuota>;

/** Projects whose quota of interactions is used up. Gateways refuse their stored chats. */
export const interactionQuotasState = defineState<UsedUpQuota>({
  topic: interactionQuotasTopic,
  type: 'used-up-quota.v1',
  schema: usedUpQuota,
  key: (value) => value.project_id,
});
