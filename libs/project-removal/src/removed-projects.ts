import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, newCallContext, type StateReplica } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { PROJECT_KEEPER, type ProjectKeeper } from './project-keeper.js';
import { ProjectsClient } from './projects.client.js';

/** How often it is looked whether something came late. */
const intervalMs = 30_000;

/** Nobody waits for it, and what is missing (a database, the projects service) is back in seconds or in minutes. */
const retryAfterMs = 2_000;

/** How late something can come of a request that began while there was the project, ms: as long as a part of an upload may take, and more. */
const lateForMs = 2 * 60 * 60_000;

/**
 * Has what belongs to projects that are gone deleted: at once when one goes, and after a start what those left that went while nobody
 * listened. Every process does it; the later ones find nothing left.
 */
@Injectable()
export class RemovedProjects implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  /** Until when their leavings are looked for, ms since 1970. */
  readonly #gone = new Map<string, number>();
  /** Before all of the log is read, a project may come back in it. */
  #isKnown = false;
  #isToCompare = false;

  constructor(
    @InjectReplica(projectsState) private readonly projects: StateReplica<Project>,
    private readonly client: ProjectsClient,
    @Inject(PROJECT_KEEPER) private readonly keeper: ProjectKeeper,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'what belonged to removed projects is still there');
    this.#repeater = new Repeater((signal) => this.#work(signal), { intervalMs, retryAfterMs, onError });
  }

  onModuleInit(): void {
    this.projects.onChange((id, project) => {
      // Deletions of keys that were never a project's are no concern of ours.
      if (project === undefined && uuid.safeParse(id).success) this.#note(id);
    });
    void this.projects.ready.then(() => {
      this.#isKnown = true;
      this.#repeater.wake();
    });
  }

  onApplicationBootstrap(): void {
    this.#isToCompare = true;
    if (this.#isKnown) this.#repeater.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  #note(id: string): void {
    this.#gone.set(id, Date.now() + lateForMs);
    if (this.#isKnown) this.#repeater.wake();
  }

  async #work(signal: AbortSignal): Promise<void> {
    // What goes may come back in the same piece of the log, which is applied in one go.
    await this.projects.ready;
    await this.#removeAll(signal);
    if (signal.aborted || !this.#isToCompare) return;
    await this.#compare();
    await this.#removeAll(signal);
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    for (const [id, until] of this.#gone) {
      while (!signal.aborted && this.projects.get(id) === undefined) {
        if (!(await this.keeper.removeSomeOf(id, newCallContext()))) break;
      }
      if (signal.aborted) return;
      if (this.projects.get(id) !== undefined || Date.now() > until) this.#gone.delete(id);
    }
  }

  /** That a project is not known here is no proof: the topic may be a new one. The service that owns projects decides. */
  async #compare(): Promise<void> {
    const unknown = (await this.keeper.projectIds()).filter((id) => this.projects.get(id) === undefined);
    for (const id of await this.client.missing(unknown)) this.#gone.set(id, Date.now() + lateForMs);
    this.#isToCompare = false;
  }
}
