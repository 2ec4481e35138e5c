import type { Logger } from '@earshot/service-kit';
import { Repeater } from '@earshot/persistence';
import type { UploadAssemblyRepository, UploadToAssemble } from './upload-assembly.repository.js';
import { leaseMs } from './upload-rules.js';

/** An upload that this process has to itself, to put it together. */
export class UploadLease {
  readonly #lost = new AbortController();
  readonly #renewal: Repeater;

  private constructor(
    private readonly assemblies: UploadAssemblyRepository,
    readonly upload: UploadToAssemble,
    logger: Logger,
  ) {
    const { id } = upload;
    const renew = async () => {
      if (!(await assemblies.renew(id, leaseMs))) this.#lost.abort(new Error('the upload was abandoned'));
    };
    const onError = (error: unknown) => logger.warn({ err: error, upload: id }, 'a lease was not renewed');
    this.#renewal = new Repeater(renew, { intervalMs: leaseMs / 3, onError });
    this.#renewal.start();
  }

  /** The lease, or null where another process has it. */
  static async take(assemblies: UploadAssemblyRepository, id: string, logger: Logger): Promise<UploadLease | null> {
    const upload = await assemblies.lease(id, leaseMs);
    return upload === null ? null : new UploadLease(assemblies, upload, logger);
  }

  /** Aborted when the file is not wanted any more. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** Lets others have it. */
  async release(): Promise<void> {
    await this.#renewal.stop();
    await this.assemblies.release(this.upload.id);
  }
}
