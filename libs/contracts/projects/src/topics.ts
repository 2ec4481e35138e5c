import { commandTopic, stateTopic } from '@earshot/contracts-core';

/** Everything that is asked of the projects service. */
export const projectsCommands = commandTopic('projects.commands', 8);

/** The projects of the installation. */
export const projectsStateTopic = stateTopic('projects.state');

/** The API keys that are good, by the hash of the key. */
export const apiKeysStateTopic = stateTopic('api-keys.state');
