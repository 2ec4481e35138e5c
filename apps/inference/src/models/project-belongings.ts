import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ProjectKeeper } from '@earshot/project-removal';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { ToolsService } from '../tools/tools.service.js';
import { ModelsService } from './models.service.js';

/** One kind of rows that belong to projects. */
interface Belonging {
  projectIds(): Promise<string[]>;
  removeAllOf(projectId: string, call: CallContext): Promise<number>;
}

/** Everything that this service keeps for projects, and that goes with them. */
@Injectable()
export class ProjectBelongings implements ProjectKeeper {
  readonly #kinds: readonly Belonging[];

  constructor(
    models: ModelsService,
    tools: ToolsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#kinds = [models, tools];
  }

  /** Ids of the projects that have anything here. */
  async projectIds(): Promise<string[]> {
    const ids = await Promise.all(this.#kinds.map((kind) => kind.projectIds()));
    return [...new Set(ids.flat())];
  }

  /** Removes all that it has here: that is not much. */
  async removeSomeOf(projectId: string, call: CallContext): Promise<boolean> {
    let removed = 0;
    for (const kind of this.#kinds) removed += await kind.removeAllOf(projectId, call);
    if (removed > 0) this.logger.info({ project_id: projectId, rows: removed }, 'project rows deleted');
    return false;
  }
}
