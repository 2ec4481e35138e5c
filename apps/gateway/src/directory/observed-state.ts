import { Injectable } from '@nestjs/common';
import { CampaignDirectory } from './campaign-directory.js';
import { ModelDirectory } from './model-directory.js';
import { ProjectDirectory } from './project-directory.js';
import { ToolDirectory } from './tool-directory.js';

/** What is in force here, to be sent along with work so that no worker resolves it against older settings. */
@Injectable()
export class ObservedState {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
    private readonly tools: ToolDirectory,
  ) {}

  /** By state topic: how far this gateway has read it. */
  positions(): Record<string, number> {
    const replicas = [this.projects.replica, this.models.replica, this.campaigns.replica, this.tools.replica];
    return Object.fromEntries(replicas.map(({ topic, position }) => [topic, position]));
  }
}
