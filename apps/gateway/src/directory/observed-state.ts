import { Injectable } from '@nestjs/common';
import { ModelDirectory } from './model-directory.js';
import { ProjectDirectory } from './project-directory.js';

/** What is in force here, to be sent along with work so that no worker resolves it against older settings. */
@Injectable()
export class ObservedState {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
  ) {}

  /** By state topic: how far this gateway has read it. */
  positions(): Record<string, number> {
    const { replica: projects } = this.projects;
    const { replica: models } = this.models;
    return { [projects.topic]: projects.position, [models.topic]: models.position };
  }
}
