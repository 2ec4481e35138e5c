import { afterAll, beforeAll, jest } from '@jest/globals';
import { readInteraction, type Interaction } from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { InteractionsApp } from './interactions-app.js';

/** Runs the service for the tests of one file. */
export function startedApp(processes = 1): InteractionsApp {
  // A busy machine takes seconds to create a database.
  jest.setTimeout(60_000);
  const app = new InteractionsApp();
  beforeAll(() => app.start(processes));
  afterAll(() => app.stop());
  return app;
}

/** Runs the service with a project for the tests of one file. */
export class InteractionsSuite {
  readonly app: InteractionsApp;
  project!: Project;

  constructor(processes: number) {
    this.app = startedApp(processes);
    beforeAll(async () => {
      this.project = await this.app.project();
    });
  }

  readonly read = (completion_id: string): Promise<Interaction> =>
    this.app.send(readInteraction, { project_id: this.project.id, completion_id });
}
