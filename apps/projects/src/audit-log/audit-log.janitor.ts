import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
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
export class AuditLogJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  readonly #days: number;

  constructor(
    private readonly entries: AuditLogRepository,
    @Inject(AUDIT_LOG_OPTIONS) { days, logger }: AuditLogOptions,
  ) {
    this.#days = days;
    this.#repeater = new Repeater((signal) => this.deleteExpired(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'expired audit entries not deleted'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Deletes all expired entries. @throws while the database is away. */
  async deleteExpired(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.entries.deleteOlderThan(this.#days, batchRows)));
  }
}
