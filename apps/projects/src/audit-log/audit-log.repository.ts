import { Injectable } from '@nestjs/common';
import type { AuditEntry, ListAuditEntries } from '@earshot/contracts-projects';
import { columnsOf, insertRows, readPage, type RowPage, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { AuditEntryEntity } from '../database/entities/audit-entry.entity.js';

/** Columns that a reader can filter by. */
const filters = ['project_id', 'key_id', 'resource', 'resource_id', 'action'] as const;

/** Rows deleted in one statement, which takes some milliseconds. */
const batchRows = 1_000;

/** The queries of the audit log. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts entries; an entry that was inserted before stays as it is. */
  async insert(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    const rows = entries.map((entry) => ({
      ...entry,
      key_id: entry.actor?.key_id ?? null,
      actor: jsonOrNull(entry.actor),
      before: jsonOrNull(entry.before),
      after: jsonOrNull(entry.after),
    }));
    await insertRows(tx, 'audit_log', columnsOf(tx, AuditEntryEntity), rows, 'on conflict (id) do nothing');
  }

  /** @throws AppError `cursor_invalid` */
  page(tx: Transaction, request: ListAuditEntries): Promise<RowPage<AuditEntryEntity>> {
    const query = tx.createQueryBuilder(AuditEntryEntity, 'entry').where('true');
    for (const name of filters) {
      if (request[name] !== null) query.andWhere(`entry.${name} = :${name}`, { [name]: request[name] });
    }
    const { created_after: after, created_before: before } = request;
    if (after !== null) query.andWhere('entry.created_at >= :after', { after });
    if (before !== null) query.andWhere('entry.created_at < :before', { before });
    return readPage(query, request);
  }

  /** Deletes entries that are older than `days`. Several processes may do so at once. */
  async deleteExpired(days: number, signal: AbortSignal): Promise<void> {
    for (let deleted = batchRows; deleted === batchRows && !signal.aborted;) {
      [, deleted] = await this.dataSource.query<[unknown, number]>(
        `delete from audit_log where id in (
           select id from audit_log where created_at < now() - make_interval(days => $1)
           order by created_at limit $2)`,
        [days, batchRows],
      );
    }
  }
}

function jsonOrNull(value: object | null): string | null {
  return value && JSON.stringify(value);
}
