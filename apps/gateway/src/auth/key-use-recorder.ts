import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { maxKeyUses, recordKeyUses, type RecordKeyUses } from '@earshot/contracts-projects';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { v7 } from 'uuid';

/** Flush interval. With the deadline of a command, `last_used_at` is at most a minute late. */
const flushEveryMs = 20_000;

/** Deadline of the last flush, when the process stops. */
const lastDeadlineMs = 2_000;

/** Uses of one key since the last report. */
interface KeyUse {
  at: number;
  requests: number;
  tokens: number;
}

/** Uses that are sent together, under one id: a retry is counted once. */
interface Batch {
  readonly id: string;
  readonly uses: RecordKeyUses['uses'];
}

/**
 * Counts requests and tokens of each key, and reports them to the projects service, in batches and outside of requests.
 * A process that is killed loses the counts since its last report.
 */
@Injectable()
export class KeyUseRecorder implements OnModuleInit, OnModuleDestroy {
  #uses = new Map<string, KeyUse>();
  #unsent: Batch[] = [];
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

  /** Counts a request with a key; null stands for `EARSHOT_ADMIN_KEY`, whose use is not recorded. */
  note(keyId: string | null): void {
    if (keyId === null) return;
    const use = this.#of(keyId);
    use.requests += 1;
    use.at = Date.now();
  }

  /** Counts the tokens of an answer to a request with a key. */
  spend(keyId: string | null, tokens: number): void {
    if (keyId !== null) this.#of(keyId).tokens += tokens;
  }

  /** Sends all counted uses. Those that fail are sent again with the next flush, before later ones. */
  async flush(deadlineMs?: number): Promise<void> {
    await this.#send(deadlineMs);
    if (this.#unsent.length > 0) return;
    this.#unsent = this.#take();
    await this.#send(deadlineMs);
  }

  #of(keyId: string): KeyUse {
    let use = this.#uses.get(keyId);
    if (use === undefined) this.#uses.set(keyId, (use = { at: Date.now(), requests: 0, tokens: 0 }));
    return use;
  }

  #take(): Batch[] {
    const uses = [...this.#uses].map(([id, use]) => ({ id, ...use, at: new Date(use.at).toISOString() }));
    this.#uses = new Map();
    const count = Math.ceil(uses.length / maxKeyUses);
    return Array.from({ length: count }, (_, batch) => ({
      id: v7(),
      uses: uses.slice(batch * maxKeyUses, (batch + 1) * maxKeyUses),
    }));
  }

  async #send(deadlineMs: number | undefined): Promise<void> {
    const batches = this.#unsent;
    this.#unsent = [];
    for (const batch of batches) {
      try {
        await this.lanes.command(
          recordKeyUses,
          { uses: batch.uses },
          { id: batch.id, call: newCallContext(), deadlineMs },
        );
      } catch (error) {
        this.logger.warn({ err: error, keys: batch.uses.length }, 'key uses not recorded, retrying');
        this.#unsent.push(batch);
      }
    }
  }
}
