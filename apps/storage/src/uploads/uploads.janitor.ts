import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { UploadAssemblyRepository } from './upload-assembly.repository.js';
import { UploadAssembly } from './upload-assembly.service.js';
import { UploadPiecesService } from './upload-pieces.service.js';
import { rememberedForMs } from './upload-rules.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** A look into a few indexes that are empty as a rule; what is given up is gone within seconds. */
const intervalMs = 10_000;

/** How many rows are looked at in one go. */
const together = 32;

/**
 * Does what time alone brings about, and what a process that was killed left undone. It goes by rows alone, so it misses nothing that happened
 * while no process ran; several processes may do it at once.
 */
@Injectable()
export class UploadsJanitor implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeaters: readonly Repeater[];

  constructor(
    private readonly uploads: UploadsService,
    private readonly rows: UploadsRepository,
    private readonly pieces: UploadPiecesService,
    private readonly assemblies: UploadAssemblyRepository,
    private readonly assembly: UploadAssembly,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'uploads were not tidied up');
    this.#repeaters = [
      new Repeater((signal) => this.tidyUp(new Date(), signal), { intervalMs, onError }),
      new Repeater((signal) => this.assembleLeft(signal), { intervalMs, onError }),
    ];
  }

  onApplicationBootstrap(): void {
    for (const repeater of this.#repeaters) repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#repeaters.map((repeater) => repeater.stop()));
  }

  /** Ends sessions whose time is over, deletes what is given up, forgets what is long past. @throws AppError while the bucket is away. */
  async tidyUp(now: Date, signal: AbortSignal): Promise<void> {
    const endedBefore = new Date(now.getTime() - rememberedForMs);
    await repeat(() => this.uploads.expireDue(now, together), signal);
    await repeat(() => this.pieces.deleteDue(now), signal);
    await repeat(async () => (await this.rows.forget(endedBefore, together)) === together, signal);
  }

  /** Makes the files of consumed sessions that nobody is making. One that can't be made does not keep the others waiting. */
  async assembleLeft(signal: AbortSignal): Promise<void> {
    for (const id of await this.assemblies.left(together)) {
      if (signal.aborted) return;
      try {
        await this.assembly.assemble(id, signal);
      } catch (error) {
        this.logger.warn({ err: error, upload: id }, 'an upload was not put together');
      }
    }
  }
}

async function repeat(some: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let more = true;
  while (more && !signal.aborted) more = await some();
}
