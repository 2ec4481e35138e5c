import { Injectable } from '@nestjs/common';
import type { Create{{Entity}}, List{{Entities}}, {{Entity}}, {{Entity}}Page } from '@earshot/contracts-{{service}}';
import type { Transaction } from '@earshot/persistence';
import { {{Entities}}Repository } from './{{entities}}.repository.js';

/** The rules of {{entitiesWords}}. */
@Injectable()
export class {{Entities}}Service {
  constructor(private readonly {{entitiesCamel}}: {{Entities}}Repository) {}

  /** Makes a {{entityWords}}. */
  async create(tx: Transaction, request: Create{{Entity}}): Promise<{{Entity}}> {
    const now = new Date().toISOString();
    const {{entityCamel}} = { ...request, created_at: now, updated_at: now };
    await this.{{entitiesCamel}}.insert(tx, {{entityCamel}});
    return {{entityCamel}};
  }

  /** One page of a project's. */
  list(tx: Transaction, request: List{{Entities}}): Promise<{{Entity}}Page> {
    return this.{{entitiesCamel}}.page(tx, request);
  }
}
