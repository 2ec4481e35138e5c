import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { UploadAssemblyRepository } from './upload-assembly.repository.js';
import { UploadAssembly } from './upload-assembly.service.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** The queries read indexes that are usually empty. */
const intervalMs = 10_000;

/** Rows per query. */
const batchSize = 32;

/** How long the status of an ended session stays available, ms. */
export const endedKeptForMs = 30 * 24 * 60 * 60_000;

/**
 * Expires sessions, deletes their objects and resumes assemblies of crashed processes.
 *
 * It works from rows alone, so it misses nothing that happened while no process ran. Safe to run in several processes.
 */
@Injectable()
export class UploadsCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeaters: readonly Repeater[];

  constructor(
    private readonly uploads: UploadsService,
    private readonly rows: UploadsRepository,
    private readonly pieces: UploadPiecesService,
    private readonly assemblies: UploadAssemblyRepository,
    private readonly assembly: UploadAssembly,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'upload cleanup failed');
    this.#repeaters = [
      new Repeater((signal) => this.cleanUp(new Date(), signal), { intervalMs, onError }),
      new Repeater((signal) => this.assemblePending(signal), { intervalMs, onError }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const repeater of this.#repeaters) repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#repeaters.map((repeater) => repeater.stop()));
  }

  /** Expires sessions, deletes discarded pieces and old sessions. @throws AppError `service_unavailable` */
  async cleanUp(now: Date, signal: AbortSignal): Promise<void> {
    const endedBefore = new Date(now.getTime() - endedKeptForMs);
    await repeat(() => this.uploads.expireDue(now, batchSize), signal);
    await repeat(() => this.pieces.deleteDue(now), signal);
    await repeat(async () => (await this.rows.deleteEnded(endedBefore, batchSize)) === batchSize, signal);
  }

  /** Assembles consumed sessions that no process works on. A failed one does not block the others. */
  async assemblePending(signal: AbortSignal): Promise<void> {
    for (const id of await this.assemblies.pending(batchSize)) {
      if (signal.aborted) return;
      try {
        await this.assembly.assemble(id, signal);
      } catch (error) {
        this.logger.warn({ err: error, upload: id }, 'upload assembly failed');
      }
    }
  }
}

async function repeat(work: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let more = true;
  while (more && !signal.aborted) more = await work();
}
