import { Injectable } from '@nestjs/common';
import type { {{Entity}} } from '@earshot/contracts-{{service}}';
import { readPage, type PageRequest, type Transaction } from '@earshot/persistence';
import { {{Entity}}Entity } from '../database/entities/{{entity}}.entity.js';
import { to{{Entity}}, toRow } from './{{entity}}.mapper.js';

/** The rows of {{entitiesWords}}. */
@Injectable()
export class {{Entities}}Repository {
  /** Adds a row. */
  async insert(tx: Transaction, {{entityCamel}}: {{Entity}}): Promise<void> {
    await tx.insert({{Entity}}Entity, toRow({{entityCamel}}));
  }

  /** One page of a project's, oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, { project_id: projectId, ...request }: PageRequest & { project_id: string }) {
    const query = tx.createQueryBuilder({{Entity}}Entity, 'row').where('row.projectId = :projectId', { projectId });
    const { rows, nextCursor } = await readPage(query, request);
    return { data: rows.map(to{{Entity}}), next_cursor: nextCursor };
  }
}
