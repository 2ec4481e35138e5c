import { Module } from '@nestjs/common';
import { CampaignDirectory } from './campaign-directory.js';
import { MetricDirectory } from './metric-directory.js';
import { ModelDirectory } from './model-directory.js';
import { ObservedState } from './observed-state.js';
import { ProjectDirectory } from './project-directory.js';
import { ToolDirectory } from './tool-directory.js';

/** What this process knows of projects, models, metrics, campaigns and tools. */
@Module({
  providers: [ProjectDirectory, ModelDirectory, MetricDirectory, CampaignDirectory, ToolDirectory, ObservedState],
  exports: [ProjectDirectory, ModelDirectory, MetricDirectory, CampaignDirectory, ToolDirectory, ObservedState],
})
export class DirectoryModule {}
