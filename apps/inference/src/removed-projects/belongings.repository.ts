import { Injectable } from '@nestjs/common';
import type { StateContract } from '@earshot/contracts-core';
import { abCampaignsState, modelsState, toolsState } from '@earshot/contracts-inference';
import type { Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { CampaignsRepository } from '../campaign-rows/campaigns.repository.js';
import type { ProjectRow } from '../database/entities/project-row.js';
import type { ProjectRows } from '../database/project-rows.js';
import { ModelsRepository } from '../models/models.repository.js';
import { ToolsRepository } from '../tools/tools.repository.js';

type State = Pick<StateContract, 'topic' | 'type'>;

/** The campaigns, models and tools of projects. */
@Injectable()
export class BelongingsRepository {
  readonly #tables: readonly { rows: ProjectRows<ProjectRow>; state: State }[];

  constructor(
    campaigns: CampaignsRepository,
    models: ModelsRepository,
    tools: ToolsRepository,
    private readonly dataSource: DataSource,
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

  /** Deletes the rows of a project, and publishes it in the same transaction. @returns how many. */
  deleteAll(
    projectId: string,
    publish: (tx: Transaction, state: State, ids: readonly string[]) => Promise<void>,
  ): Promise<number> {
    return this.dataSource.transaction(async (tx) => {
      let deleted = 0;
      for (const { rows, state } of this.#tables) {
        await rows.lockProject(tx, projectId);
        const ids = await rows.deleteOfProject(tx, projectId);
        await publish(tx, state, ids);
        deleted += ids.length;
      }
      return deleted;
    });
  }
}
