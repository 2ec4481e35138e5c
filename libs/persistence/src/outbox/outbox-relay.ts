import { timedOut } from '@earshot/errors';
import { backOffMs, type Logger, type RecordPublisher } from '@earshot/messaging';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { withoutValues } from '../data-source/database-fault.js';
import { Repeater } from '../repeater.js';
import { hasRecords, publishBatch } from './outbox-batch.js';

/** Everybody who writes to the outbox flushes it; the timer finds what a crashed process left, after at most this. */
const leftoversIntervalMs = 1_000;

/** The first wait is short for a broker that changes its leader, the longest for one that is away. */
const backOff = { firstMs: 100, maxMs: 5_000 };

interface Waiter {
  /** The pass that has to be over. */
  readonly pass: number;
  readonly settle: (error?: Error) => void;
}

/** Brings the records of a service's outbox to Kafka: at once when asked, by a timer what was left behind. */
export class OutboxRelay {
  readonly #dataSource: DataSource;
  readonly #publisher: Pick<RecordPublisher, 'publish'>;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  readonly #waiters = new Set<Waiter>();
  readonly #leftovers: Repeater;
  #running: Promise<void> | undefined;
  /** Passes asked for, and how many of them are over: all who ask while one runs share the next. */
  #asked = 0;
  #over = 0;
  /** From the beginning of a pass until what it found is published. */
  #mayHaveLooked = false;
  #failure: string | undefined;

  constructor(dataSource: DataSource, publisher: Pick<RecordPublisher, 'publish'>, logger: Logger) {
    this.#dataSource = dataSource;
    this.#publisher = publisher;
    this.#logger = logger;
    this.#leftovers = new Repeater(() => this.#askForLeftovers(), {
      intervalMs: leftoversIntervalMs,
      // What keeps it from looking, a pass will tell.
      onError: () => this.#ask(),
    });
  }

  /** Why the last pass failed; undefined while all is well. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Begins to look for what was left behind. */
  start(): void {
    this.#leftovers.start();
  }

  /**
   * Resolves once every record is in Kafka that was committed before this call.
   *
   * @throws AppError `publish_deadline_exceeded`, or an Error when the relay stops; they are published later all the same.
   */
  flush(deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => waiter.settle(timedOut('publish_deadline_exceeded', 'The records could not be published in time.')),
        deadlineMs,
      );
      const waiter: Waiter = {
        pass: this.#ask(),
        settle: (error) => {
          clearTimeout(late);
          this.#waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.#waiters.add(waiter);
      if (this.#stopping.signal.aborted) waiter.settle(stopped());
    });
  }

  /** Publishes what is there, soon; nobody waits for it. */
  wake(): void {
    this.#ask();
  }

  /** Lets the batch that is under way end, and leaves the rest to the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#leftovers.stop();
    await this.#running;
    for (const waiter of this.#waiters) waiter.settle(stopped());
  }

  /** A look finds nothing as a rule, and is less work than a pass. */
  async #askForLeftovers(): Promise<void> {
    if (this.#running === undefined && (await hasRecords(this.#dataSource))) this.#ask();
  }

  /** @returns the first pass that begins after this. */
  #ask(): number {
    // A pass that is under way may have looked before the caller committed.
    this.#asked = this.#over + (this.#mayHaveLooked ? 2 : 1);
    if (!this.#stopping.signal.aborted) this.#running ??= this.#run();
    return this.#asked;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failed = 0; this.#over < this.#asked && !signal.aborted;) {
      try {
        this.#mayHaveLooked = true;
        await publishBatch(this.#dataSource, this.#publisher, (more) => {
          if (!more) this.#passed();
        });
        failed = 0;
      } catch (error) {
        failed += 1;
        await this.#waitAfter(error, failed);
      }
    }
    this.#running = undefined;
  }

  #passed(): void {
    if (this.#failure !== undefined) this.#logger.info({}, 'the outbox is published again');
    this.#failure = undefined;
    this.#mayHaveLooked = false;
    this.#over += 1;
    for (const waiter of this.#waiters) {
      if (waiter.pass <= this.#over) waiter.settle();
    }
  }

  async #waitAfter(error: unknown, failed: number): Promise<void> {
    const cause = withoutValues(error);
    this.#failure = cause instanceof Error ? cause.message : String(cause);
    this.#logger.warn({ err: cause, failed }, 'could not publish the outbox, trying again');
    // Cut short by stop(), which is the only way in which this can reject.
    await sleep(backOffMs(backOff, failed), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function stopped(): Error {
  return new Error('the outbox relay has stopped');
}
