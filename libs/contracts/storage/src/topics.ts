import { commandTopic } from '@earshot/contracts-core';

/** Everything that is asked of the storage service. */
export const storageCommands = commandTopic('storage.commands', 8);
