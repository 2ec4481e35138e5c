import { Injectable } from '@nestjs/common';
import { notFound } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { ToolEntity } from '../database/entities/tool.entity.js';
import { ProjectRows } from '../database/project-rows.js';

/** The queries of tools. */
@Injectable()
export class ToolsRepository extends ProjectRows<ToolEntity> {
  constructor() {
    const missing = (id: string) => notFound('tool', id);
    super({ name: 'tools', entity: ToolEntity, lock: 'tools', noun: 'tool', missing });
  }

  count(tx: Transaction, projectId: string): Promise<number> {
    return tx.countBy(ToolEntity, { project_id: projectId });
  }
}
