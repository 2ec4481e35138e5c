import type { Logger } from '@earshot/service-kit';
import { Repeater } from '@earshot/persistence';
import type { UploadAssemblyRepository, UploadToAssemble } from './upload-assembly.repository.js';

/** Duration of a lease, ms. It is renewed three times in this time. */
const leaseMs = 15_000;

/** The exclusive right of this process to assemble an upload. Renews itself until it is released. */
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
    const onError = (error: unknown) => logger.warn({ err: error, upload: id }, 'upload lease renewal failed');
    this.#renewal = new Repeater(renew, { intervalMs: leaseMs / 3, onError });
    this.#renewal.start();
  }

  /** Takes the lease; null when another process holds it. */
  static async take(assemblies: UploadAssemblyRepository, id: string, logger: Logger): Promise<UploadLease | null> {
    const upload = await assemblies.lease(id, leaseMs);
    return upload === null ? null : new UploadLease(assemblies, upload, logger);
  }

  /** Aborts when the upload is abandoned. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  async release(): Promise<void> {
    await this.#renewal.stop();
    await this.assemblies.release(this.upload.id);
  }
}
