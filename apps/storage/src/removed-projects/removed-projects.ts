import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { FilesService } from '../files/files.service.js';
import { StoredObjectsService } from '../stored-objects/stored-objects.service.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { ProjectsClient } from './projects.client.js';
import { RemovedProjectsRepository } from './removed-projects.repository.js';

/** How often it is looked whether something came late. */
const intervalMs = 30_000;

/** How late something can come of a request that began while there was the project, ms: as long as a part may take, and more. */
const lateForMs = 2 * 60 * 60_000;

/**
 * Gives up what belongs to projects that are gone: at once when one goes, and after a start what those left that went while nobody listened.
 * Every process does it; the later ones find nothing left.
 */
@Injectable()
export class RemovedProjects implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  /** Until when their leavings are looked for, ms since 1970. */
  readonly #gone = new Map<string, number>();
  #compared = false;

  constructor(
    @InjectReplica(projectsState) private readonly projects: StateReplica<Project>,
    private readonly client: ProjectsClient,
    private readonly rows: RemovedProjectsRepository,
    private readonly uploads: UploadsService,
    private readonly files: FilesService,
    private readonly objects: StoredObjectsService,
    @Inject(LOGGER) logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'what belonged to removed projects is still there');
    this.#repeater = new Repeater((signal) => this.#removeAll(signal), { intervalMs, onError });
  }

  onModuleInit(): void {
    this.projects.onChange((id, project) => {
      if (project === undefined && uuid.safeParse(id).success) this.#note(id);
    });
  }

  onApplicationBootstrap(): void {
    void this.projects.ready.then(() => this.#repeater.wake());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  #note(id: string): void {
    this.#gone.set(id, Date.now() + lateForMs);
    // Before all of the log is read, a project may come back in it.
    if (this.#compared) this.#repeater.wake();
  }

  async #removeAll(signal: AbortSignal): Promise<void> {
    if (!this.#compared) await this.#compare();
    for (const [id, until] of this.#gone) {
      if (this.projects.get(id) === undefined) await this.#remove(id, signal);
      if (signal.aborted) return;
      if (this.projects.get(id) !== undefined || Date.now() > until) this.#gone.delete(id);
    }
  }

  /** That a project is not known here is no proof: the topic may be a new one. The service that owns projects decides. */
  async #compare(): Promise<void> {
    const unknown = (await this.rows.projectIds()).filter((id) => this.projects.get(id) === undefined);
    for (const id of await this.client.missing(unknown)) this.#gone.set(id, Date.now() + lateForMs);
    this.#compared = true;
  }

  async #remove(id: string, signal: AbortSignal): Promise<void> {
    for (const owner of [this.uploads, this.files, this.objects]) {
      while (!signal.aborted && (await owner.removeSomeOf(id)));
    }
  }
}
