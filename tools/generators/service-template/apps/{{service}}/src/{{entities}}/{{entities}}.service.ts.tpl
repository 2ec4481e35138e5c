import { Injectable } from '@nestjs/common';
import type { Create{{Entity}}, List{{Entities}}, {{Entity}}, {{Entity}}Page } from '@earshot/contracts-{{service}}';
import { now, type Transaction } from '@earshot/persistence';
import { {{Entities}}Repository } from './{{entities}}.repository.js';

/** The rules of {{entitiesWords}}. */
@Injectable()
export class {{Entities}}Service {
  constructor(private readonly repository: {{Entities}}Repository) {}

  /** @throws AppError `id_taken` */
  async create(tx: Transaction, request: Create{{Entity}}): Promise<{{Entity}}> {
    const created_at = now();
    const {{entityCamel}} = { ...request, created_at, updated_at: created_at };
    await this.repository.insert(tx, {{entityCamel}});
    return {{entityCamel}};
  }

  /** Lists the {{entitiesWords}} of a project, the oldest first. @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, limit, cursor }: List{{Entities}}): Promise<{{Entity}}Page> {
    const { rows, nextCursor } = await this.repository.page(tx, project_id, { limit, cursor });
    return { data: rows, next_cursor: nextCursor };
  }
}
