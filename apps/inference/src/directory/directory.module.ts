import { Module } from '@nestjs/common';
import { CampaignDirectory } from './campaign-directory.js';
import { MetricDirectory } from './metric-directory.js';
import { ModelDirectory } from './model-directory.js';
import { ObservedState } from './observed-state.js';
import { ProjectDirectory } from './project-directory.js';

/** What this process knows of projects, models, metrics and campaigns. */
@Module({
  providers: [ProjectDirectory, ModelDirectory, MetricDirectory, CampaignDirectory, ObservedState],
  exports: [ProjectDirectory, ModelDirectory, MetricDirectory, CampaignDirectory, ObservedState],
})
export class DirectoryModule {}
