import { Injectable } from '@nestjs/common';
import { readPage, mapConstraintErrors, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { ProjectEntity } from '../database/entities/project.entity.js';
import { idTaken, keyTaken, projectNotFound } from './projects.errors.js';

/** The queries of projects. */
@Injectable()
export class ProjectsRepository {
  /** @throws AppError `key_taken`, `id_taken` */
  async insert(tx: Transaction, row: ProjectEntity): Promise<void> {
    await mapConstraintErrors(tx.insert(ProjectEntity, row), violations(row));
  }

  /** Reads a project and locks its row. @throws AppError `project_not_found` */
  async lock(tx: Transaction, id: string): Promise<ProjectEntity> {
    const row = await tx.findOne(ProjectEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (row === null) throw projectNotFound(id);
    return row;
  }

  /** @throws AppError `key_taken` */
  async update(tx: Transaction, row: ProjectEntity): Promise<void> {
    await mapConstraintErrors(tx.update(ProjectEntity, { id: row.id }, row), violations(row));
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ProjectEntity, { id });
  }

  /** @param only ids to choose from; null for all projects. @throws AppError `cursor_invalid` */
  page(tx: Transaction, only: readonly string[] | null, request: PageRequest): Promise<RowPage<ProjectEntity>> {
    const query = tx.createQueryBuilder(ProjectEntity, 'project');
    if (only !== null) query.where('project.id = any(:only)', { only });
    return readPage(query, request);
  }
}

function violations({ id, key }: ProjectEntity) {
  return {
    projects_key_taken: () => keyTaken(key),
    projects_id_taken: () => idTaken(id),
  };
}
