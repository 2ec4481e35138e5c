import { defineCommand, id, quotaUse } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/** What a project has in the bucket, and may have. */
export const readStorageUsage = defineCommand({
  topic: storageCommands,
  type: 'read-storage-usage.v1',
  request: z.object({ project_id: id }),
  reply: z.object({
    /** All that lies in the bucket or is on its way there, until it is deleted. */
    bytes: quotaUse,
    /** Images, large texts, datasets, recipes and artifacts. */
    objects: quotaUse,
    /** Open ones. */
    upload_sessions: quotaUse,
  }),
  read: true,
});

/** What is asked by {@link readStorageUsage}. */
export type ReadStorageUsage = z.infer<typeof readStorageUsage.request>;

/** What a project has in the bucket, and may have. */
export type StorageUsage = z.infer<typeof readStorageUsage.reply>;
