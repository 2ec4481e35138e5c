import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { maxKeyUses, recordKeyUses } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { LOGGER, type Logger } from '@earshot/service-kit';

/** Flush interval. With the deadline of a command, `last_used_at` is at most a minute late. */
const flushEveryMs = 20_000;

/** Deadline of the last flush, when the process stops. */
const lastDeadlineMs = 2_000;

/** Reports the last use of each key to the projects service, in batches and outside of requests. */
@Injectable()
export class LastUsedRecorder implements OnModuleInit, OnModuleDestroy {
  #usedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly lanes: LaneClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => {
      this.#flushing = this.#flushing.then(() => this.flush());
    }, flushEveryMs);
    this.#timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush(lastDeadlineMs);
  }

  /** Notes the use of a key; null stands for `EARSHOT_ADMIN_KEY`, whose use is not recorded. */
  note(keyId: string | null): void {
    if (keyId !== null) this.#usedAt.set(keyId, Date.now());
  }

  /** Sends all noted uses. Those that fail are sent with the next flush. */
  async flush(deadlineMs?: number): Promise<void> {
    const used = [...this.#usedAt];
    this.#usedAt = new Map();
    for (let from = 0; from < used.length; from += maxKeyUses) {
      const batch = used.slice(from, from + maxKeyUses);
      const uses = batch.map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
      try {
        await this.lanes.command(recordKeyUses, { uses }, { call: newCallContext(), deadlineMs });
      } catch (error) {
        this.logger.warn({ err: error, keys: batch.length }, 'key uses not recorded, retrying');
        for (const [id, at] of batch) if (!this.#usedAt.has(id)) this.#usedAt.set(id, at);
      }
    }
  }
}
