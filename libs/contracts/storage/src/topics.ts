import { commandTopic } from '@earshot/contracts-core';

/** Commands of the storage service. */
export const storageCommands = commandTopic('storage.commands', 8);
