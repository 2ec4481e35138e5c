import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import { newCallContext } from '@earshot/messaging';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProjectDirectory } from '../directory/project-directory.js';
import { ProjectBelongings } from './project-belongings.js';
import { ProjectsClient } from './projects-client.js';

/** Nobody waits for it, and what is missing (a database, the projects service) is back in seconds or in minutes. */
const retryAfterMs = 2_000;

/**
 * Removes what projects had that are gone: at once when a project goes, and after a start those of projects that went
 * while nobody listened. Every process does it; the later ones find nothing left.
 */
@Injectable()
export class RemovedProjects implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  readonly #gone = new Set<string>();
  readonly #stopping = new AbortController();
  /** One wait for all that is removed: each would leave a listener at the signal. */
  #readyOrStopped: Promise<void> | undefined;
  #compared: Promise<void> = Promise.resolve();
  #removing: Promise<void> | undefined;

  constructor(
    private readonly projects: ProjectDirectory,
    private readonly client: ProjectsClient,
    private readonly belongings: ProjectBelongings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.projects.onRemoved((projectId) => {
      // Deletions of keys that were never a project's are no concern of ours.
      if (uuid.safeParse(projectId).success) this.#remove(projectId);
    });
  }

  onApplicationBootstrap(): void {
    this.#compared = this.#untilDone('could not look for what has no project any more', () => this.#compare());
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#compared, this.#removing]);
  }

  /** That a project is not known here is no proof: the topic may be a new one. The service that owns projects decides. */
  async #compare(): Promise<void> {
    await this.#known();
    const unknown = (await this.belongings.projectIds()).filter((id) => !this.projects.find(id));
    if (unknown.length === 0) return;
    const existing = await this.client.existing(unknown);
    for (const id of unknown) if (!existing.has(id)) this.#remove(id);
  }

  /** Resolves once projects are known, or the process stops. */
  async #known(): Promise<void> {
    this.#readyOrStopped ??= this.#whenReadyOrStopped();
    await this.#readyOrStopped;
    this.#stopping.signal.throwIfAborted();
  }

  async #whenReadyOrStopped(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([this.projects.ready, stopped]);
  }

  #remove(projectId: string): void {
    this.#gone.add(projectId);
    this.#removing ??= this.#work();
  }

  async #work(): Promise<void> {
    await this.#untilDone('could not remove what a project had', () => this.#removeAll());
    const more = this.#gone.size > 0 && !this.#stopping.signal.aborted;
    this.#removing = more ? this.#work() : undefined;
  }

  async #removeAll(): Promise<void> {
    // After a start the log tells of old deletions too, and only its end tells whether a project came back since.
    await this.#known();
    for (const projectId of this.#gone) {
      if (this.projects.find(projectId)) {
        this.#gone.delete(projectId);
        continue;
      }
      const removed = await this.belongings.removeAllOf(projectId, newCallContext());
      this.#gone.delete(projectId);
      if (removed > 0) this.logger.info({ project_id: projectId, rows: removed }, 'removed what a project had');
    }
  }

  async #untilDone(failed: string, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted) return;
        this.logger.warn({ err: error }, `${failed}, trying again`);
        await sleep(retryAfterMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
