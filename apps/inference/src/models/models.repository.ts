import { Injectable } from '@nestjs/common';
import { notFound } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { ModelEntity } from '../database/entities/model.entity.js';
import { ProjectRows } from '../database/project-rows.js';

/** The queries of models. */
@Injectable()
export class ModelsRepository extends ProjectRows<ModelEntity> {
  constructor() {
    const missing = (id: string) => notFound('model', id);
    super({ name: 'models', entity: ModelEntity, lock: 'models', noun: 'model', missing });
  }

  findDefault(tx: Transaction, projectId: string): Promise<ModelEntity | null> {
    return this.findOne(tx, { project_id: projectId, default: true });
  }

  findOldest(tx: Transaction, projectId: string): Promise<ModelEntity | null> {
    return tx.findOne(ModelEntity, { where: { project_id: projectId }, order: { created_at: 'asc', id: 'asc' } });
  }
}
