import { commandTopic, stateTopic, workTopic } from '@earshot/contracts-core';

/**
 * What is asked of models. 12 partitions: as many inference processes can share the work, and every fetch of one costs by their number: with 32 of
 * them it took half as much again. More may be added at any time, no record here is found by its key.
 */
export const inferenceWork = workTopic('inference.work', 12);

/** Everything else that is asked of the inference service. */
export const inferenceCommands = commandTopic('inference.commands', 8);

/** The models of all projects. */
export const modelsStateTopic = stateTopic('models.state', 'inference');

/** The A/B campaigns of all projects. */
export const abCampaignsStateTopic = stateTopic('ab_campaigns.state', 'inference');

/** The tools of all projects. */
export const toolsStateTopic = stateTopic('tools.state', 'inference');
