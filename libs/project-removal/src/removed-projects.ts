import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { id as uuid, type CallContext } from '@earshot/contracts-core';
import { listProjects, projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, LaneClient, newCallContext, type StateReplica } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';

/** Deletes the data that a service stores for projects. */
export interface ProjectKeeper {
  /** Projects with data here. Called once after the start. @throws AppError `service_unavailable` */
  projectIds(): Promise<string[]>;

  /**
   * Deletes a batch of the data of a deleted project. Several processes may do so at once.
   *
   * @returns whether there may be more. @throws AppError `service_unavailable`
   */
  removeBatch(projectId: string, call: CallContext): Promise<boolean>;
}

/** Token of the service's {@link ProjectKeeper}. */
export const PROJECT_KEEPER = Symbol('PROJECT_KEEPER');

/** Maximum page size of the projects service. */
const idsPerRequest = 100;

/** Short, since calls are retried and must not delay the stop of a process. */
const deadlineMs = 3_000;

/** Interval of the search for data that arrived late. */
const intervalMs = 30_000;

/** A missing database or projects service is back within seconds or minutes. */
const retryAfterMs = 2_000;

/** A request from before the deletion may write this long after it, ms; parts of uploads take longest. */
const lateWriteMs = 2 * 60 * 60_000;

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
    private readonly lanes: LaneClient,
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
    this.#deleted.set(id, Date.now() + lateWriteMs);
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
        if (!(await this.keeper.removeBatch(id, newCallContext()))) break;
      }
      if (signal.aborted) return;
      if (this.projects.get(id) !== undefined || Date.now() > until) this.#deleted.delete(id);
    }
  }

  /** Asks the projects service about unknown projects: the topic may be new and empty. */
  async #compare(): Promise<void> {
    const unknown = (await this.keeper.projectIds()).filter((id) => this.projects.get(id) === undefined);
    for (const id of await this.#missing(unknown)) this.#deleted.set(id, Date.now() + lateWriteMs);
    this.#isToCompare = false;
  }

  /** The ids without a project. @throws AppError `service_unavailable`, `deadline_exceeded` */
  async #missing(ids: readonly string[]): Promise<Set<string>> {
    const missing = new Set(ids);
    for (let from = 0; from < ids.length; from += idsPerRequest) {
      const request = { limit: idsPerRequest, cursor: null, only: ids.slice(from, from + idsPerRequest) };
      const { data } = await this.lanes.command(listProjects, request, { call: newCallContext(), deadlineMs });
      for (const { id } of data) missing.delete(id);
    }
    return missing;
  }
}
