import { commandTopic, eventTopic, stateTopic } from '@earshot/contracts-core';

/** Everything that is asked of the interactions service. */
export const interactionsCommands = commandTopic('interactions.commands', 8);

/** Exports, of which each piece takes a second or so: apart from what callers wait for. */
export const interactionsExports = commandTopic('interactions.exports', 4);

/** Interactions that have begun. */
export const interactionsStartedTopic = eventTopic('interactions.started', 16);

/** Interactions that have ended. */
export const interactionsRecordedTopic = eventTopic('interactions.recorded', 16);

/** Interactions that took place elsewhere. */
export const interactionsImportedTopic = eventTopic('interactions.imported', 8);

/** Users whose interactions were erased. */
export const interactionsErasedTopic = eventTopic('interactions.erased', 1);

/** Projects whose quota of interactions is used up. */
export const interactionQuotasTopic = stateTopic('interaction-quotas.state', 'interactions');
