import { Module } from '@nestjs/common';
import { CampaignDirectory } from './campaign-directory.js';
import { ModelDirectory } from './model-directory.js';
import { ProjectDirectory } from './project-directory.js';

/** What this process knows of projects, models and A/B campaigns. */
@Module({
  providers: [ProjectDirectory, ModelDirectory, CampaignDirectory],
  exports: [ProjectDirectory, ModelDirectory, CampaignDirectory],
})
export class DirectoryModule {}
