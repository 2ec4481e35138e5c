import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { ToolsService } from '../tools/tools.service.js';
import { ModelsService } from './models.service.js';

/** One kind of what is kept for projects. */
interface Belonging {
  projectIds(): Promise<string[]>;
  removeAllOf(projectId: string, call: CallContext): Promise<number>;
}

/** Everything that this service keeps for projects, and that goes with them. */
@Injectable()
export class ProjectBelongings {
  readonly #kinds: readonly Belonging[];

  constructor(models: ModelsService, tools: ToolsService) {
    this.#kinds = [models, tools];
  }

  /** Ids of the projects that have anything here. */
  async projectIds(): Promise<string[]> {
    const ids = await Promise.all(this.#kinds.map((kind) => kind.projectIds()));
    return [...new Set(ids.flat())];
  }

  /** Removes all that a project has here; nothing left is fine. @returns how much there was */
  async removeAllOf(projectId: string, call: CallContext): Promise<number> {
    let removed = 0;
    for (const kind of this.#kinds) removed += await kind.removeAllOf(projectId, call);
    return removed;
  }
}
