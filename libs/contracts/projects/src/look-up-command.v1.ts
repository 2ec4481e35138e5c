import { defineCommand, id } from '@earshot/contracts-core';
import { z } from 'zod';
import { projectsCommands } from './topics.js';

/**
 * Looks up the entity of a command of the last day; null where none was processed under this id. The gateway uses it to
 * rebuild a repeated command whose entity was deleted or renamed, so that it gets its first reply.
 */
export const lookUpProjectsCommand = defineCommand({
  topic: projectsCommands,
  // Of an older name: the type of a message never changes.
  type: 'recall-projects-command.v1',
  request: z.object({ command_id: id }),
  reply: z.object({ entity_id: id.nullable() }),
  read: true,
});
