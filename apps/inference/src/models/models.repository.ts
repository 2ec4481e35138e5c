import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { Outbox, readPage, refuseViolations, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { ModelEntity } from '../database/entities/model.entity.js';
import { toModel, toRow } from './model.mapper.js';
import { idTaken } from './models.errors.js';

interface PageOfProject {
  readonly project_id: string;
  readonly limit: number;
  readonly cursor: string | null;
}

interface ModelPage {
  readonly data: Model[];
  readonly next_cursor: string | null;
}

/** The rows of models and their state. */
@Injectable()
export class ModelsRepository {
  constructor(
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  /** Runs work outside a command in its own transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Waits until no other transaction writes models of the project; held until this one ends. */
  async lockProject(tx: Transaction, projectId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`models of ${projectId}`]);
  }

  /** One model of a project. */
  async find(tx: Transaction, projectId: string, id: string): Promise<Model | undefined> {
    return optional(await tx.findOneBy(ModelEntity, { id, projectId }));
  }

  /** The model that has a key. */
  async findByKey(tx: Transaction, projectId: string, key: string): Promise<Model | undefined> {
    return optional(await tx.findOneBy(ModelEntity, { projectId, key }));
  }

  /** The default of a project. */
  async findDefault(tx: Transaction, projectId: string): Promise<Model | undefined> {
    return optional(await tx.findOneBy(ModelEntity, { projectId, isDefault: true }));
  }

  /** The oldest model of a project. */
  async findOldest(tx: Transaction, projectId: string): Promise<Model | undefined> {
    return optional(await tx.findOne(ModelEntity, { where: { projectId }, order: { createdAt: 'asc', id: 'asc' } }));
  }

  /** Some models of a project, the oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, { project_id, limit, cursor }: PageOfProject): Promise<ModelPage> {
    const query = tx.createQueryBuilder(ModelEntity, 'model').where('model.projectId = :project_id', { project_id });
    const { rows, nextCursor } = await readPage(query, { limit, cursor });
    return { data: rows.map(toModel), next_cursor: nextCursor };
  }

  /** The projects that have models or campaigns. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.dataSource.query(
      'select project_id from models union select project_id from ab_campaigns',
    );
    return rows.map(({ project_id }) => project_id);
  }

  /** All models of a project. */
  async all(tx: Transaction, projectId: string): Promise<Model[]> {
    return (await tx.findBy(ModelEntity, { projectId })).map(toModel);
  }

  /** Adds a row. @throws AppError `id_taken` */
  async insert(tx: Transaction, model: Model): Promise<void> {
    await refuseViolations(tx.insert(ModelEntity, toRow(model)), { models_pkey: () => idTaken(model.id) });
  }

  /** Replaces everything of a row. */
  async update(tx: Transaction, model: Model): Promise<void> {
    await tx.update(ModelEntity, { id: model.id }, toRow(model));
  }

  /** Removes a row. */
  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ModelEntity, { id });
  }

  /** Removes the rows of a project. @returns their ids */
  async removeAll(tx: Transaction, projectId: string): Promise<string[]> {
    const rows = await tx.findBy(ModelEntity, { projectId });
    await tx.delete(ModelEntity, { projectId });
    return rows.map(({ id }) => id);
  }

  /** Publishes a model as it is from now on, once the transaction has committed. */
  async publish(tx: Transaction, model: Model, call: CallContext): Promise<void> {
    await this.outbox.state(tx, modelsState, model, call);
  }

  /** Publishes that models are gone, once the transaction has committed. */
  async publishRemoval(tx: Transaction, ids: readonly string[], call: CallContext): Promise<void> {
    await this.outbox.tombstones(tx, modelsState, ids, call);
  }
}

function optional(row: ModelEntity | null): Model | undefined {
  return row ? toModel(row) : undefined;
}
