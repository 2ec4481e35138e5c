import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import type { Logger } from '@earshot/messaging';
import { AuditLogRepository } from './audit-log.repository.js';

/** Token of the {@link AuditLogOptions}. */
export const AUDIT_LOG_OPTIONS = Symbol('audit log options');

/** Options of the audit log. */
export interface AuditLogOptions {
  /** Retention of entries, days. */
  readonly days: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Retention is in days, so an hour is precise enough. */
const intervalMs = 3_600_000;

/** Rows deleted in one statement, which takes some milliseconds. */
const batchRows = 1_000;

/** Deletes expired entries. Several processes may do so at once. */
@Injectable()
export class AuditLogJanitor extends Repeater {
  constructor(entries: AuditLogRepository, @Inject(AUDIT_LOG_OPTIONS) { days, logger }: AuditLogOptions) {
    super((signal) => deleteExpired(entries, days, signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'expired audit entries not deleted'),
    });
  }
}

/** Deletes all entries that are older than this. @throws while the database is away. */
export async function deleteExpired(entries: AuditLogRepository, days: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await entries.deleteOlderThan(days, batchRows)));
}
