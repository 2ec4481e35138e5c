import { commandTopic, eventTopic, stateTopic } from '@earshot/contracts-core';

/** Commands of the feedback service. */
export const feedbackCommands = commandTopic('feedback.commands', 8);

/** State of metrics. */
export const metricsStateTopic = stateTopic('metrics.state', 'feedback');

/** Recorded feedback and comparisons. */
export const feedbackRecordedTopic = eventTopic('feedback.recorded', 16);
