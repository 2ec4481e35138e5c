import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import type { Logger } from '@earshot/messaging';
import { AuditLogRepository } from './audit-log.repository.js';

/** Token of the {@link AuditLogOptions}. */
export const AUDIT_LOG_OPTIONS = Symbol('audit log options');

/** How the audit log is kept. */
export interface AuditLogOptions {
  /** For how long entries are kept. */
  readonly days: number;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Entries are deleted by the day, not by the minute. */
const intervalMs = 3_600_000;

/** In one statement, of some milliseconds. */
const batchRows = 1_000;

/** Deletes entries that are past their time. Several processes may do so at once. */
@Injectable()
export class AuditLogJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeater: Repeater;
  readonly #days: number;

  constructor(
    private readonly entries: AuditLogRepository,
    @Inject(AUDIT_LOG_OPTIONS) { days, logger }: AuditLogOptions,
  ) {
    this.#days = days;
    this.#repeater = new Repeater((signal) => this.tidyUp(signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'old audit entries were not deleted'),
    });
  }

  onApplicationBootstrap(): void {
    this.#repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#repeater.stop();
  }

  /** Deletes all that are past their time. @throws while the database is away. */
  async tidyUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.entries.deleteOlderThan(this.#days, batchRows)));
  }
}
