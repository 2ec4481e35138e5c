import { commandTopic, stateTopic, workTopic } from '@earshot/contracts-core';

/** What is asked of models. 32 partitions: as many inference processes can share the work. */
export const inferenceWork = workTopic('inference.work', 32);

/** Everything else that is asked of the inference service. */
export const inferenceCommands = commandTopic('inference.commands', 8);

/** The models of all projects. */
export const modelsStateTopic = stateTopic('models.state');
