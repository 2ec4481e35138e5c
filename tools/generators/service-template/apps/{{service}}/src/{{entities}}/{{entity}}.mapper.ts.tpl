import type { {{Entity}} } from '@earshot/contracts-{{service}}';
import type { {{Entity}}Entity } from '../database/entities/{{entity}}.entity.js';

/** The {{entityWords}} of a row, as it is shown. */
export function to{{Entity}}(row: {{Entity}}Entity): {{Entity}} {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The row of a {{entityWords}}. */
export function toRow({{entityCamel}}: {{Entity}}): {{Entity}}Entity {
  return {
    id: {{entityCamel}}.id,
    projectId: {{entityCamel}}.project_id,
    name: {{entityCamel}}.name,
    createdAt: new Date({{entityCamel}}.created_at),
    updatedAt: new Date({{entityCamel}}.updated_at),
  };
}
