import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { maxKeyUses, recordKeyUses } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { LOGGER, type Logger } from '@earshot/service-kit';

/** How often it is told which keys were used. With the time that a command may take, `last_used_at` is no more than a minute late. */
const tellEveryMs = 20_000;

/** How long a process that stops waits for the service, ms. */
const lastDeadlineMs = 2_000;

/**
 * Tells the service that owns the keys when they were used last: in batches, and never in the time of a request. Holds one time for each key that
 * was used since it was told last.
 */
@Injectable()
export class KeyUses implements OnModuleInit, OnModuleDestroy {
  #usedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(
    private readonly lanes: LaneClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => {
      this.#telling = this.#telling.then(() => this.tell());
    }, tellEveryMs);
    this.#timer.unref();
  }

  /** What was used since is lost with a process that is killed, not with one that is stopped. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
    await this.tell(lastDeadlineMs);
  }

  /** A request was sent with this key; null: the one of `EARSHOT_ADMIN_KEY`, which is kept nowhere. */
  note(keyId: string | null): void {
    if (keyId !== null) this.#usedAt.set(keyId, Date.now());
  }

  /** Tells all that is to be told. What could not be told is told with the next. */
  async tell(deadlineMs?: number): Promise<void> {
    const used = [...this.#usedAt];
    this.#usedAt = new Map();
    for (let from = 0; from < used.length; from += maxKeyUses) {
      const batch = used.slice(from, from + maxKeyUses);
      const uses = batch.map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
      try {
        await this.lanes.command(recordKeyUses, { uses }, { call: newCallContext(), deadlineMs });
      } catch (error) {
        this.logger.warn({ err: error, keys: batch.length }, 'uses of keys not recorded');
        for (const [id, at] of batch) if (!this.#usedAt.has(id)) this.#usedAt.set(id, at);
      }
    }
  }
}
