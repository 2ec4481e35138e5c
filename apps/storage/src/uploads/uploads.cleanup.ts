import { Inject, Injectable } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { UploadPiecesService } from './upload-pieces.service.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** The queries read indexes that are usually empty. */
const intervalMs = 10_000;

/** Rows per query. */
const batchSize = 32;

/** How long the status of an ended session stays available, ms. */
export const endedRetentionMs = 30 * 24 * 60 * 60_000;

/**
 * Expires sessions and deletes their objects.
 *
 * It works from rows alone, so it misses nothing that happened while no process ran. Safe to run in several processes.
 */
@Injectable()
export class UploadsCleanup extends Repeater {
  constructor(
    private readonly uploads: UploadsService,
    private readonly rows: UploadsRepository,
    private readonly pieces: UploadPiecesService,
    @Inject(LOGGER) logger: Logger,
  ) {
    super((signal) => this.cleanUp(new Date(), signal), {
      intervalMs,
      onError: (error) => logger.warn({ err: error }, 'upload cleanup failed'),
    });
  }

  /** Expires sessions, deletes discarded pieces and old sessions. @throws AppError `service_unavailable` */
  async cleanUp(now: Date, signal: AbortSignal): Promise<void> {
    const endedBefore = new Date(now.getTime() - endedRetentionMs);
    await repeat(() => this.uploads.expireDue(now, batchSize), signal);
    await repeat(() => this.pieces.deleteDue(now), signal);
    await repeat(async () => (await this.rows.deleteEnded(endedBefore, batchSize)) === batchSize, signal);
  }
}

async function repeat(work: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await work()));
}
