import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/**
 * Withholds the exported datasets of a project from before an erasure, until they are checked within seconds. Those
 * with erased content fail and their files are deleted. `user-erased.v1` and `interaction-erased.v1` do the same
 * without a reply.
 */
export const withholdDatasets = defineCommand({
  topic: storageCommands,
  type: 'withhold-datasets.v1',
  request: z.object({
    project_id: id,
    /** Ids of the erased user or completions. */
    erased: z.array(id).min(1),
    erased_at: timestamp,
  }),
  reply: z.object({ datasets: z.int().min(0) }),
});

/** Request of {@link withholdDatasets}. */
export type WithholdDatasets = z.infer<typeof withholdDatasets.request>;
