import { commandTopic, stateTopic, workTopic } from '@earshot/contracts-core';

/**
 * Chats and embeddings. 12 partitions limit the inference processes; 32 made each fetch 1.5 times as long. More may
 * be added: records are not looked up by key.
 */
export const inferenceWork = workTopic('inference.work', 12);

/** All other commands of the inference service. */
export const inferenceCommands = commandTopic('inference.commands', 8);

/** The models of all projects. */
export const modelsStateTopic = stateTopic('models.state', 'inference');

/** The A/B campaigns of all projects. */
export const abCampaignsStateTopic = stateTopic('ab_campaigns.state', 'inference');

/** The tools of all projects. */
export const toolsStateTopic = stateTopic('tools.state', 'inference');
