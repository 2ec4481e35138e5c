import { defineCommand, id, quotaUse } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/** Reads the usage and quotas of a project. */
export const readStorageUsage = defineCommand({
  topic: storageCommands,
  type: 'read-storage-usage.v1',
  request: z.object({ project_id: id }),
  reply: z.object({
    /** In the bucket or being uploaded, until they are deleted. */
    bytes: quotaUse,
    /** Images, large texts, datasets, recipes and artifacts. */
    objects: quotaUse,
    /** Open sessions. */
    upload_sessions: quotaUse,
  }),
  read: true,
});

/** Request of {@link readStorageUsage}. */
export type ReadStorageUsage = z.infer<typeof readStorageUsage.request>;

/** Reply of {@link readStorageUsage}. */
export type StorageUsage = z.infer<typeof readStorageUsage.reply>;
