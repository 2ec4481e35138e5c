import { Injectable } from '@nestjs/common';
import type { AuditEntry, ListAuditEntries } from '@earshot/contracts-projects';
import { readPage, write, type RowPage, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { AuditEntryEntity } from '../database/entities/audit-entry.entity.js';

/** Columns that a reader can filter by, each for one value. */
const filters = {
  projectId: 'project_id',
  keyId: 'key_id',
  resource: 'resource',
  resourceId: 'resource_id',
  action: 'action',
} as const;

/** Columns have the names of the entry's fields. */
const insert = `insert into audit_log
  select * from json_populate_recordset(null::audit_log, $1::json) on conflict (id) do nothing`;

/** The queries of the audit log. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Those that are there already stay as they are. */
  async insert(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    const rows = entries.map((entry) => ({ ...entry, key_id: entry.actor?.key_id ?? null }));
    await write(tx, insert, [JSON.stringify(rows)]);
  }

  /** @throws AppError `cursor_invalid` */
  page(tx: Transaction, request: ListAuditEntries): Promise<RowPage<AuditEntryEntity>> {
    const query = tx.createQueryBuilder(AuditEntryEntity, 'entry').where('true');
    for (const [column, name] of Object.entries(filters)) {
      if (request[name] !== null) query.andWhere(`entry.${column} = :${name}`, { [name]: request[name] });
    }
    const { created_after: after, created_before: before } = request;
    if (after !== null) query.andWhere('entry.createdAt >= :after', { after });
    if (before !== null) query.andWhere('entry.createdAt < :before', { before });
    return readPage(query, request);
  }

  /** Deletes some of the entries that are older than this, the oldest first. @returns whether there may be more. */
  async deleteOlderThan(days: number, limit: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `delete from audit_log where id in (
         select id from audit_log where created_at < now() - make_interval(days => $1)
         order by created_at limit $2)`,
      [days, limit],
    );
    return deleted === limit;
  }
}
