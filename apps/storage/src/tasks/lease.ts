import { Repeater } from '@earshot/persistence';
import type { Logger } from '@earshot/service-kit';
import type { Claim, FileWorkRepository, WorkChange } from './file-work.repository.js';

/**
 * Duration of a lease, ms. It is renewed, with the progress, three times in this time. A process that crashes or stalls
 * for longer loses it.
 */
export const leaseMs = 6_000;

/** The exclusive right of this process to work on a file. Renews itself until it ends. */
export class Lease {
  readonly #lost = new AbortController();
  readonly #renewal: Repeater;
  #progress: () => WorkChange = () => ({});
  #renewedAt = Date.now();

  /** @param stopping aborts when the process shuts down. */
  constructor(
    private readonly files: FileWorkRepository,
    readonly claim: Claim,
    private readonly stopping: AbortSignal,
    logger: Logger,
  ) {
    const onError = (error: unknown) => {
      logger.warn({ err: error, file: claim.file.id }, 'file lease renewal failed');
      if (Date.now() - this.#renewedAt > leaseMs) this.#lose();
    };
    this.#renewal = new Repeater(() => this.#renew(this.#progress()), { intervalMs: leaseMs / 3, onError });
    this.#renewal.start();
  }

  /** Aborts when the lease is lost, the file is deleted, or the process shuts down. */
  get signal(): AbortSignal {
    return AbortSignal.any([this.#lost.signal, this.stopping]);
  }

  /** Saves this progress with each renewal from now on. */
  report(progress: () => WorkChange): void {
    this.#progress = progress;
  }

  /**
   * Saves changes at once, as the state that a later attempt resumes from.
   *
   * @throws AppError `quota_exceeded`; the reason of {@link signal} when the lease is lost.
   */
  async save(change: WorkChange): Promise<void> {
    const saved = { ...change, attempts: 0 };
    if (change.details === undefined) await this.#renew(saved);
    else this.#renewed(await this.files.grow(this.claim, leaseMs, saved));
    this.signal.throwIfAborted();
  }

  /** Stops renewing. */
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
    this.#lost.abort(new Error('The lease is lost, or the file is deleted.'));
  }
}
