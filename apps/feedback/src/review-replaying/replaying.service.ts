import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ProjectDirectory } from '@earshot/directory';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { inMs } from '../review-filling/fill.js';
import { UsedUpQuotas } from '../review-filling/used-up-quotas.js';
import { ClaimsRepository, type ClaimedReplay, type ReplayLimits } from './claims.repository.js';
import { Replayer } from './replayer.service.js';

/** Replays of one process in flight: live chats have nearly all of every worker and server. */
const maxReplays = 4;

/** The answer of a killed process has ended, and is recorded, 25 s after its last sign: then another one goes on. */
const claimMs = 30_000;

/** How often a process extends its claims: one that fails to do so once keeps them. */
export const extendEveryMs = 10_000;

/** Makes the replays that are due. Any number of processes may do so at once. */
@Injectable()
export class ReplayingService implements OnModuleDestroy {
  readonly #running = new Map<ClaimedReplay, Promise<void>>();

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly replayer: Replayer,
    private readonly projects: ProjectDirectory,
    private readonly quotas: UsedUpQuotas,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Waits for the replays in flight, which the signal of {@link replayDue} ends. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Starts replays that are due, as many as there is room for. @throws AppError `service_unavailable` */
  async replayDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#running.size < maxReplays) {
      const claimed = await this.claims.claim(new Date(), inMs(claimMs), this.#limits());
      if (claimed === null) return;
      const running = this.#replay(claimed, signal).finally(() => this.#running.delete(claimed));
      this.#running.set(claimed, running);
    }
  }

  /** Extends the claims of the replays in flight. @throws AppError `service_unavailable` */
  async extendClaims(): Promise<void> {
    for (const claimed of this.#running.keys()) await this.claims.extend(claimed, inMs(claimMs));
  }

  /** Makes one replay; its errors do not affect the others. */
  async #replay(claimed: ClaimedReplay, signal: AbortSignal): Promise<void> {
    try {
      await this.replayer.replay(claimed, signal);
    } catch (error) {
      // The claim ends by itself.
      const { queue_id: queue, completion_id } = claimed;
      this.logger.warn({ err: error, queue, completion_id }, 'replay interrupted, retrying');
    }
  }

  /** Replays are stored interactions, and requests of their project. */
  #limits(): ReplayLimits {
    const narrow = [...this.projects.replica.values()].filter(({ limits }) => limits?.concurrent === 1);
    return { none: this.quotas.projects(), one: narrow.map(({ id }) => id) };
  }
}
