import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { feedbackCommands } from './topics.js';

/**
 * Which entity a command was about that was done in the last day; null when none was done under this id. With it a repeated command whose
 * entity has gone, or goes by another key by now, can be put as it was the first time, and gets its first answer.
 */
export const lookUpFeedbackCommand = defineCommand({
  topic: feedbackCommands,
  type: 'recall-feedback-command.v1',
  request: z.object({ command_id: id }),
  reply: z.object({ entity_id: id.nullable() }),
  read: true,
});
