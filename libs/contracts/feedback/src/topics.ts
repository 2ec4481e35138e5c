import { commandTopic, eventTopic, stateTopic } from '@earshot/contracts-core';

/** Everything that is asked of the feedback service. */
export const feedbackCommands = commandTopic('feedback.commands', 8);

/** The metrics of the installation. */
export const metricsStateTopic = stateTopic('metrics.state', 'feedback');

/** What was said about answers. */
export const feedbackRecordedTopic = eventTopic('feedback.recorded', 16);
