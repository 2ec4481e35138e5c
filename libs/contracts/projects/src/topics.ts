import { commandTopic, eventTopic, stateTopic, type Topic } from '@earshot/contracts-core';

/** Everything that is asked of the projects service. */
export const projectsCommands = commandTopic('projects.commands', 8);

/** The projects of the installation. */
export const projectsStateTopic = stateTopic('projects.state', 'projects');

/** The API keys that are good, by the hash of the key. */
export const apiKeysStateTopic = stateTopic('api-keys.state', 'projects');

/** What was changed by whom. */
export const auditRecordedTopic = eventTopic('audit.recorded', 4);

const usageState = stateTopic('api-key-usage.state', 'gateway');

/** What API keys with limits are using. Told several times a second and soon worthless: compacted early, so that it is quickly read. */
export const apiKeyUsageTopic: Topic = {
  ...usageState,
  config: { ...usageState.config, 'segment.ms': '600000', 'segment.bytes': '67108864' },
};
