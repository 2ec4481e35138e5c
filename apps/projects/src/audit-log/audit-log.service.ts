import { Injectable } from '@nestjs/common';
import { auditRecorded, type AuditEntry, type ListAuditEntries } from '@earshot/contracts-projects';
import { AppError } from '@earshot/errors';
import { encodeCursor, EventFence, type Transaction } from '@earshot/persistence';
import { toAuditEntry } from './audit-entry.mapper.js';
import { AuditLogRepository } from './audit-log.repository.js';

/** An answer is one record, which has to stay below 1 MiB. */
const maxPageBytes = 700_000;

/** Keeps the entries of the audit log, and shows them. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly entries: AuditLogRepository,
    private readonly fence: EventFence,
  ) {}

  /** An entry that comes again is kept once. */
  async keep(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
    await this.entries.insert(tx, entries);
  }

  /** Waits until the entries of all changes are kept that were answered before. @returns why they are not; null: they are. */
  async caughtUp(): Promise<AppError | null> {
    try {
      await this.fence.wait([auditRecorded.topic]);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** As many of the page as fit into one answer. @param behind what {@link caughtUp} said. @throws AppError it; `cursor_invalid` */
  async list(tx: Transaction, request: ListAuditEntries, behind: AppError | null) {
    if (behind !== null) throw behind;
    const { rows, nextCursor } = await this.entries.page(tx, request);
    const found = rows.map(toAuditEntry);
    const data = fitting(found);
    const last = rows[data.length - 1];
    const cut = data.length < found.length && last !== undefined;
    return { data, next_cursor: cut ? encodeCursor(last) : nextCursor };
  }
}

/** The first ones, and always one. */
function fitting(entries: readonly AuditEntry[]): AuditEntry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return index > 0 && bytes > maxPageBytes;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}
