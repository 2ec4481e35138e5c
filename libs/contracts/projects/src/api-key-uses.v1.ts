import { defineCommand, id, page, pageRequest, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { projectsCommands } from './topics.js';

/** Maximum of uses in one {@link recordKeyUses}. */
export const maxKeyUses = 1_000;

const keyUse = z.object({
  id,
  /** Time of the last request. */
  at: timestamp,
  /** Requests since the last report. Absent in messages from before 0.2. */
  requests: z.int().min(0).optional(),
  /** Tokens of prompts and answers since the last report. Absent in messages from before 0.2. */
  tokens: z.int().min(0).optional(),
});

/** Records uses of keys. Revoked keys are skipped. */
export const recordKeyUses = defineCommand({
  topic: projectsCommands,
  type: 'record-key-uses.v1',
  request: z.object({ uses: z.array(keyUse).max(maxKeyUses) }),
  reply: z.object({}),
});

/** Counts the uses of the keys of a project, or (null) of the installation, in the order of {@link listApiKeys}. */
export const listKeyUses = defineCommand({
  topic: projectsCommands,
  type: 'list-key-uses.v1',
  request: pageRequest.extend({
    project_id: id.nullable(),
    /** The last days in UTC, of which today is one. */
    days: z.int().min(1),
  }),
  reply: page(z.object({ key_id: id, requests: z.int(), tokens: z.int(), last_used_at: timestamp.nullable() })),
  read: true,
});

/** Request of {@link recordKeyUses}. */
export type RecordKeyUses = z.infer<typeof recordKeyUses.request>;

/** Request of {@link listKeyUses}. */
export type ListKeyUses = z.infer<typeof listKeyUses.request>;
