import { Injectable } from '@nestjs/common';
import { readPage, mapConstraintErrors, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { {{Entity}}Entity } from '../database/entities/{{entity}}.entity.js';
import { idTaken } from './{{entities}}.errors.js';

/** The queries of {{entitiesWords}}. */
@Injectable()
export class {{Entities}}Repository {
  /** @throws AppError `id_taken` */
  async insert(tx: Transaction, row: {{Entity}}Entity): Promise<void> {
    await mapConstraintErrors(tx.insert({{Entity}}Entity, row), { {{entitiesSnake}}_id_taken: () => idTaken(row.id) });
  }

  /** Reads a page of a project, the oldest first. @throws AppError `cursor_invalid` */
  page(tx: Transaction, project_id: string, request: PageRequest): Promise<RowPage<{{Entity}}Entity>> {
    const query = tx.createQueryBuilder({{Entity}}Entity, 'row').where('row.project_id = :project_id', { project_id });
    return readPage(query, request);
  }
}
