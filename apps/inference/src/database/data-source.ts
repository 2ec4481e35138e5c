import type { DatabaseOptions } from '@earshot/persistence';
import { AbCampaignEntity } from './entities/ab-campaign.entity.js';
import { ModelEntity } from './entities/model.entity.js';
import { ToolEntity } from './entities/tool.entity.js';
import { CreateModels1763600000000 } from './migrations/1763600000000-CreateModels.js';
import { AddFallbackToModels1763700000000 } from './migrations/1763700000000-AddFallbackToModels.js';
import { CreateAbCampaigns1763800000000 } from './migrations/1763800000000-CreateAbCampaigns.js';
import { CreateTools1763900000000 } from './migrations/1763900000000-CreateTools.js';

/** Where the inference service keeps its rows. @param applicationName the process, as the database lists it */
export function databaseOptions(url: string, applicationName?: string): DatabaseOptions {
  return {
    url,
    applicationName,
    schema: 'inference',
    entities: [ModelEntity, AbCampaignEntity, ToolEntity],
    migrations: [
      CreateModels1763600000000,
      AddFallbackToModels1763700000000,
      CreateAbCampaigns1763800000000,
      CreateTools1763900000000,
    ],
  };
}
