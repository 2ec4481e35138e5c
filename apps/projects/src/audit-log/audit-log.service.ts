import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import { auditRecorded, type AuditEntry, type ListAuditEntries } from '@earshot/contracts-projects';
import type { AppError } from '@earshot/errors';
import { encodeCursor, EventFence, fitting, type Transaction } from '@earshot/persistence';
import { AuditLogRepository } from './audit-log.repository.js';

/** Stores and lists the entries of the audit log. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly entries: AuditLogRepository,
    private readonly fence: EventFence,
  ) {}

  /** Stores entries; an entry that is delivered again is stored once. */
  async store(tx: Transaction, events: readonly Received<AuditEntry>[]): Promise<void> {
    await this.entries.insert(
      tx,
      events.map(({ body }) => body),
    );
  }

  /**
   * Waits until the entries of all acknowledged changes are stored.
   * @returns the error where that failed; else null.
   */
  caughtUp(): Promise<AppError | null> {
    return this.fence.errorOf([auditRecorded.topic]);
  }

  /**
   * Lists as many entries of the page as fit into one answer.
   *
   * @param behind the result of {@link caughtUp}. @throws AppError this error; `cursor_invalid`
   */
  async list(tx: Transaction, request: ListAuditEntries, behind: AppError | null) {
    if (behind !== null) throw behind;
    const { rows, nextCursor } = await this.entries.page(tx, request);
    const data = rows.slice(0, fitting(rows.map((row) => Buffer.byteLength(JSON.stringify(row)))));
    const last = data.at(-1);
    const cut = data.length < rows.length && last !== undefined;
    return { data, next_cursor: cut ? encodeCursor(last) : nextCursor };
  }
}
