import { commandTopic, eventTopic, stateTopic, type Topic } from '@earshot/contracts-core';

/** Commands of the projects service. */
export const projectsCommands = commandTopic('projects.commands', 8);

/** The projects of the installation. */
export const projectsStateTopic = stateTopic('projects.state', 'projects');

/** API keys that were not revoked, with their hashes. */
export const apiKeysStateTopic = stateTopic('api-keys.state', 'projects');

/** Sessions of browsers and sign-in links, with the hashes of their secrets. */
export const sessionsStateTopic = stateTopic('sessions.state', 'projects');

/** Entries of the audit log. */
export const auditRecordedTopic = eventTopic('audit.recorded', 4);

const usageState = stateTopic('api-key-usage.state', 'gateway');

/** Usage of API keys with limits. Published several times per second; compacted early, so that it is read quickly. */
export const apiKeyUsageTopic: Topic = {
  ...usageState,
  config: { ...usageState.config, 'segment.ms': '600000', 'segment.bytes': '67108864' },
};
