import { Global, Module } from '@nestjs/common';
import { MessagingHealth } from '@earshot/messaging';
import { Health } from '@earshot/service-kit';
import { CampaignDirectory } from './campaign-directory.js';
import { InteractionQuotas } from './interaction-quotas.js';
import { MetricDirectory } from './metric-directory.js';
import { ModelDirectory } from './model-directory.js';
import { ObservedState } from './observed-state.js';
import { ProjectDirectory } from './project-directory.js';
import { ToolDirectory } from './tool-directory.js';

/** What the gateway knows of the installation without asking anybody. */
@Global()
@Module({
  providers: [
    ProjectDirectory,
    ModelDirectory,
    MetricDirectory,
    CampaignDirectory,
    ToolDirectory,
    InteractionQuotas,
    ObservedState,
  ],
  exports: [
    ProjectDirectory,
    ModelDirectory,
    MetricDirectory,
    CampaignDirectory,
    ToolDirectory,
    InteractionQuotas,
    ObservedState,
  ],
})
export class DirectoryModule {
  constructor(health: Health, lanes: MessagingHealth) {
    health.register(() => lanes.check());
  }
}
