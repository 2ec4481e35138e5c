import { Inject, Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { Outbox } from '@earshot/persistence';
import type { ProjectKeeper } from '@earshot/project-removal';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { BelongingsRepository } from './belongings.repository.js';

/** Deletes the campaigns, models and tools of deleted projects. */
@Injectable()
export class ProjectBelongings implements ProjectKeeper {
  constructor(
    private readonly belongings: BelongingsRepository,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  projectIds(): Promise<string[]> {
    return this.belongings.projectIds();
  }

  /** Deletes all rows in one batch, because a project has few. */
  async removeBatch(projectId: string, call: CallContext): Promise<boolean> {
    const rows = await this.belongings.deleteAll(projectId, (tx, state, ids) =>
      this.outbox.tombstones(tx, state, ids, call),
    );
    if (rows > 0) this.logger.info({ project_id: projectId, rows }, 'project rows deleted');
    return false;
  }
}
