import { defineCommand, defineState, id, quotaUse } from '@earshot/contracts-core';
import { z } from 'zod';
import { interactionsCommands, interactionQuotasTopic } from './topics.js';

/** What a project has on record, and may have. */
export const readInteractionsUsage = defineCommand({
  topic: interactionsCommands,
  type: 'read-interactions-usage.v1',
  request: z.object({ project_id: id }),
  reply: z.object({ interactions: quotaUse }),
  read: true,
});

/** What is asked by {@link readInteractionsUsage}. */
export type ReadInteractionsUsage = z.infer<typeof readInteractionsUsage.request>;

/** What a project has on record, and may have. */
export type InteractionsUsage = z.infer<typeof readInteractionsUsage.reply>;

const usedUpQuota = z.object({
  project_id: id,
  /** Interactions that the project may have. */
  limit: z.int().min(0),
});

/** A project whose quota of interactions is used up. */
export type UsedUpQuota = z.infer<typeof usedUpQuota>;

/** The projects whose quota of interactions is used up, and no others: gateways let in no chat of theirs that is to be recorded. */
export const interactionQuotasState = defineState<UsedUpQuota>({
  topic: interactionQuotasTopic,
  type: 'used-up-quota.v1',
  schema: usedUpQuota,
  key: (value) => value.project_id,
});
