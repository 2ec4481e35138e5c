import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { inMs, type ClaimedQueue, type Found } from './fill.js';
import { FillingRepository } from './filling.repository.js';
import { PairSource } from './pair-source.service.js';
import { RateSource } from './rate-source.service.js';
import { ReplaySource } from './replay-source.service.js';

/** A step has three commands at most, each with a deadline of 10 s. After a crash another process goes on then. */
const claimMs = 60_000;

/** Until the next look at a source that has nothing new, or whose queue is full, ms. */
const idleMs = 5_000;

/** Until the next look at a source that cannot be read, ms. */
const failedMs = 30_000;

/** Items that one step adds at most. */
const stepItems = 500;

/** Fills review queues from their sources. Any number of processes may do so at once. */
@Injectable()
export class FillingService {
  constructor(
    private readonly repository: FillingRepository,
    private readonly rate: RateSource,
    private readonly pairs: PairSource,
    private readonly replays: ReplaySource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fills each queue that is due by one step, until the signal aborts. @throws AppError `service_unavailable` */
  async fillDue(signal: AbortSignal): Promise<void> {
    const startedAt = new Date();
    while (!signal.aborted) {
      const queue = await this.repository.claim(startedAt, inMs(claimMs));
      if (queue === null) return;
      await this.#fill(queue);
    }
  }

  /** Fills one queue; its errors do not affect the others. */
  async #fill(queue: ClaimedQueue): Promise<void> {
    try {
      const room = await this.repository.room(queue.id);
      if (room <= 0) return await this.repository.postpone(queue, inMs(idleMs));
      const found = await this.#next(queue, Math.min(room, stepItems));
      await this.repository.store(queue, found, inMs(found.more ? 0 : idleMs));
    } catch (error) {
      // Also where the database is away: the claim ends by itself.
      const reason = finalReason(error);
      this.logger.warn({ err: error, queue: queue.id }, 'review queue not filled, retrying');
      await this.repository.postpone(queue, inMs(failedMs), reason);
    }
  }

  #next(queue: ClaimedQueue, limit: number): Promise<Found> {
    const { source } = queue;
    if ('models' in source) return this.pairs.ofModels(queue, source, limit);
    if ('ab_campaign' in source) return this.pairs.ofCampaign(queue, source.ab_campaign, limit);
    const { filter, replay } = source;
    if (replay !== undefined) return this.replays.next(queue, { filter, replay }, limit);
    return this.rate.next(queue, filter, limit);
  }
}

/** Errors that stay until somebody acts; `permission_error` is a quota that is used up. */
const finalTypes: ReadonlySet<string> = new Set(['not_found_error', 'invalid_request_error', 'permission_error']);

/** What the owner of the queue has to change; undefined: nothing, because it is retried. */
function finalReason(error: unknown): string | undefined {
  return error instanceof AppError && finalTypes.has(error.type) ? error.message : undefined;
}
