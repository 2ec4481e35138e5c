import { contractsIn } from '@earshot/contracts-core';
import * as abCampaign from './ab-campaign.v1.js';
import * as chat from './chat.v1.js';
import * as embed from './embed.v1.js';
import * as lookUpCommand from './look-up-command.v1.js';
import * as model from './model.v1.js';
import * as tool from './tool.v1.js';

export * from './ab-campaign.v1.js';
export * from './chat-tools.js';
export * from './chat.v1.js';
export * from './embed.v1.js';
export * from './look-up-command.v1.js';
export * from './model.v1.js';
export * from './provider.js';
export * from './reasoning.js';
export type { ListResources, NamedResource } from './resource.js';
export * from './tool.v1.js';

/** All contracts of the inference service. */
export const inferenceContracts = contractsIn(abCampaign, chat, embed, model, lookUpCommand, tool);
