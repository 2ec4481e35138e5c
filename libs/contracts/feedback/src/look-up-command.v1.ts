import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Looks up the entity of a command processed in the last 24 h; null if there is none. With it, a repeated command gets
 * its first answer even if its entity was deleted or renamed.
 */
export const lookUpFeedbackCommand = defineCommand({
  topic: feedbackCommands,
  // Of an older name: the type of a message never changes.
  type: 'recall-feedback-command.v1',
  request: z.object({ command_id: id }),
  reply: z.object({ entity_id: id.nullable() }),
  read: true,
});
