import { afterAll, beforeAll, jest } from '@jest/globals';
import { readInteraction, type Interaction } from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { InteractionsApp } from './interactions-app.js';

/** Runs the service with a project for the tests of one file. */
export class InteractionsSuite {
  readonly app = new InteractionsApp();
  project!: Project;

  constructor(processes: number) {
    // A busy machine takes seconds to create a database.
    jest.setTimeout(60_000);
    beforeAll(async () => {
      await this.app.start(processes);
      this.project = await this.app.project();
    });
    afterAll(() => this.app.stop());
  }

  readonly read = (completion_id: string): Promise<Interaction> =>
    this.app.ask(readInteraction, { project_id: this.project.id, completion_id });
}
