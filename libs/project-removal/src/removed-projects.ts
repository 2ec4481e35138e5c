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

/** Interval of the search for data that arrived late. */
const intervalMs = 30_000;

/** A missing database or projects service is back within seconds or minutes. */
const retryAfterMs = 2_000;

/** A request from before the deletion may write this long after it, ms; parts of uploads take longest. */
const lateForMs = 2 * 60 * 60_000;

/**
 * Deletes the data of deleted projects: at once on a deletion, and after a start for deletions that were missed. Every
 * process does it; the later ones find nothing.
 */
@Injectable()
export class RemovedProjects implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  /** Deleted projects, with the end of the search for their data, ms since 1970. */
  readonly #deleted = new Map<string, number>();
  /** Until the topic is read to its end, a deleted project may come back. */
  #isReady = false;
  #isToCompare = false;

  constructor(
    @InjectReplica(projectsState) private readonly projects: StateReplica<Project>,
    private readonly client: ProjectsClient,
    @Inject(PROJECT_KEEPER) private readonly keeper: ProjectKeeper,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'data of deleted projects not deleted yet');
    this.#repeater = new Repeater((signal) => this.#work(signal), { intervalMs, retryAfterMs, onError });
  }

  onModuleInit(): void {
    this.projects.onChange((id, project) => {
      // Ignores tombstones of keys that are no project ids.
      if (project === undefined && uuid.safeParse(id).success) this.#note(id);
    });
    void this.projects.ready.then(() => {
      this.#isReady = true;
      this.#repeater.wake();
    });
  }

  onApplicationBootstrap(): void {
    this.#isToCompare = true;
    if (this.#isReady) this.#repeater.wake();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  #note(id: string): void {
    this.#deleted.set(id, Date.now() + lateForMs);
    if (this.#isReady) this.#repeater.wake();
  }

  async #work(signal: AbortSignal): Promise<void> {
    // A deleted project may come back within the records that are being read.
    await this.projects.ready;
    await this.#removeAll(signal);
    if (signal.aborted || !this.#isToCompare) return;
    await this.#compare();
    await this.#removeAll(signal);
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    for (const [id, until] of this.#deleted) {
      while (!signal.aborted && this.projects.get(id) === undefined) {
        if (!(await this.keeper.removeSomeOf(id, newCallContext()))) break;
      }
      if (signal.aborted) return;
      if (this.projects.get(id) !== undefined || Date.now() > until) this.#deleted.delete(id);
    }
  }

  /** Asks the projects service about unknown projects: the topic may be new and empty. */
  async #compare(): Promise<void> {
    const unknown = (await this.keeper.projectIds()).filter((id) => this.projects.get(id) === undefined);
    for (const id of await this.client.missing(unknown)) this.#deleted.set(id, Date.now() + lateForMs);
    this.#isToCompare = false;
  }
}
