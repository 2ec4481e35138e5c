import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ProjectDirectory } from '@earshot/directory';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { UsedUpQuotas } from '../review-filling/used-up-quotas.js';
import { ClaimsRepository, type ClaimedReplay, type ReplayLimits } from './claims.repository.js';
import { replayDeadlineMs } from './inference.client.js';
import { Replayer } from './replayer.service.js';

/** Replays of one process in flight: live chats have nearly all of every worker and server. */
const maxReplays = 4;

/** Besides the answer, a replay has four commands at most, each with a deadline of 10 s, and is recorded for 15 s. */
const claimMs = replayDeadlineMs + 60_000;

/** Makes the replays that are due. Any number of processes may do so at once. */
@Injectable()
export class ReplayingService implements OnModuleDestroy {
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly replayer: Replayer,
    private readonly projects: ProjectDirectory,
    private readonly quotas: UsedUpQuotas,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Waits for the replays in flight, which the signal of {@link replayDue} ends. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Starts replays that are due, as many as there is room for. @throws AppError `service_unavailable` */
  async replayDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#running.size < maxReplays) {
      const now = new Date();
      const claimed = await this.claims.claim(now, new Date(now.getTime() + claimMs), this.#limits());
      if (claimed === null) return;
      const running = this.#replay(claimed, signal).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
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
