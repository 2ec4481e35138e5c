import { defineCommand, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { storageCommands } from './topics.js';

/**
 * Withholds the datasets of a project that were begun before an erasure, until it is known whether they have a line of what was erased: then they fail,
 * and their files are deleted; others can be had again, within seconds. Uploaded datasets stay as they are. `user-erased.v1` and
 * `interaction-erased.v1` have the same done where nobody waits for it.
 */
export const withholdDatasets = defineCommand({
  topic: storageCommands,
  type: 'withhold-datasets.v1',
  request: z.object({
    project_id: id,
    /** Ids of the user, or of the completions, that were erased. */
    erased: z.array(id).min(1),
    erased_at: timestamp,
  }),
  reply: z.object({ datasets: z.int().min(0) }),
});

/** What {@link withholdDatasets} takes. */
export type WithholdDatasets = z.infer<typeof withholdDatasets.request>;
