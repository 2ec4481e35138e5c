import { Repeater } from '@earshot/persistence';
import type { Logger } from '@earshot/service-kit';
import type { Claim, FileWorkRepository, WorkChange } from './file-work.repository.js';

/**
 * How long nobody else goes on with the file of a process that was killed, ms; a process that is held up for so long loses it. Told again every
 * third of it, which is also how often progress is told.
 */
export const leaseMs = 6_000;

/** A file that this process has to itself, and keeps telling so. */
export class Lease {
  readonly #lost = new AbortController();
  readonly #renewal: Repeater;
  #progress: () => WorkChange = () => ({});
  #renewedAt = Date.now();

  /** @param stopping aborted when the process ends. */
  constructor(
    private readonly files: FileWorkRepository,
    readonly claim: Claim,
    private readonly stopping: AbortSignal,
    logger: Logger,
  ) {
    const onError = (error: unknown) => {
      logger.warn({ err: error, file: claim.file.id }, 'a lease was not renewed');
      if (Date.now() - this.#renewedAt > leaseMs) this.#lose();
    };
    this.#renewal = new Repeater(() => this.#renew(this.#progress()), { intervalMs: leaseMs / 3, onError });
    this.#renewal.start();
  }

  /** Aborted when the work is to end: somebody else has the file, it is to be deleted, or the process ends. */
  get signal(): AbortSignal {
    return AbortSignal.any([this.#lost.signal, this.stopping]);
  }

  /** Has the row say how far the work is, every few seconds, from now on. */
  report(progress: () => WorkChange): void {
    this.#progress = progress;
  }

  /**
   * Has the row say it now: whoever goes on later begins there. Fails where the file is somebody else's by now.
   *
   * @throws AppError `quota_exceeded` where the change tells of more in the bucket than the project may have.
   */
  async save(change: WorkChange): Promise<void> {
    const saved = { ...change, attempts: 0 };
    if (change.details === undefined) await this.#renew(saved);
    else this.#renewed(await this.files.grow(this.claim, leaseMs, saved));
    this.signal.throwIfAborted();
  }

  /** Tells nothing more. */
  async end(): Promise<void> {
    await this.#renewal.stop();
  }

  async #renew(change: WorkChange & { attempts?: number }): Promise<void> {
    this.#renewed(await this.files.renew(this.claim, leaseMs, change));
  }

  #renewed(ours: boolean): void {
    if (ours) this.#renewedAt = Date.now();
    else this.#lose();
  }

  #lose(): void {
    this.#lost.abort(new Error('The file is to be deleted, or somebody else works on it.'));
  }
}
