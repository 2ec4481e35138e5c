import { Inject, Injectable } from '@nestjs/common';
import type { CallContext, StateContract } from '@earshot/contracts-core';
import { abCampaignsState, modelsState, toolsState } from '@earshot/contracts-inference';
import { Outbox } from '@earshot/persistence';
import type { ProjectKeeper } from '@earshot/project-removal';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { ModelsRepository } from '../models/models.repository.js';
import { ToolsRepository } from '../tools/tools.repository.js';
import type { ProjectRow } from './entities/project-row.js';
import type { ProjectRows } from './project-rows.js';

/** Deletes the campaigns, models and tools of deleted projects. */
@Injectable()
export class ProjectBelongings implements ProjectKeeper {
  readonly #tables: readonly { rows: ProjectRows<ProjectRow>; state: Pick<StateContract, 'topic' | 'type'> }[];

  constructor(
    campaigns: CampaignsRepository,
    models: ModelsRepository,
    tools: ToolsRepository,
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#tables = [
      { rows: campaigns, state: abCampaignsState },
      { rows: models, state: modelsState },
      { rows: tools, state: toolsState },
    ];
  }

  async projectIds(): Promise<string[]> {
    const ids = this.#tables.map(({ rows }) => rows.projectIds(this.dataSource.manager));
    return [...new Set((await Promise.all(ids)).flat())];
  }

  /** Deletes all at once: it is not much. */
  async removeBatch(projectId: string, call: CallContext): Promise<boolean> {
    let removed = 0;
    await this.dataSource.transaction(async (tx) => {
      for (const { rows, state } of this.#tables) {
        await rows.lockProject(tx, projectId);
        const ids = await rows.deleteOfProject(tx, projectId);
        await this.outbox.tombstones(tx, state, ids, call);
        removed += ids.length;
      }
    });
    if (removed > 0) this.logger.info({ project_id: projectId, rows: removed }, 'project rows deleted');
    return false;
  }
}
