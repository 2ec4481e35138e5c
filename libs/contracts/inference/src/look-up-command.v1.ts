import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { inferenceCommands } from './topics.js';

/**
 * Looks up the entity of a command of the last day; null if there was none. So a repeated command gets its first
 * reply even if its entity was deleted or renamed meanwhile.
 */
export const lookUpInferenceCommand = defineCommand({
  topic: inferenceCommands,
  // Of an older name: the type of a message never changes.
  type: 'recall-inference-command.v1',
  request: z.object({ command_id: id }),
  reply: z.object({ entity_id: id.nullable() }),
  read: true,
});
