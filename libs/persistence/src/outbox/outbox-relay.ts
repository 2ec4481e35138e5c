import { timedOut } from '@earshot/errors';
import { backOffMs, RecordPublisher, type Logger } from '@earshot/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { DATABASE_LOGGER } from '../data-source/data-source-options.js';
import { withoutValues } from '../data-source/database-fault.js';
import { Repeater } from '../repeater.js';
import { hasRecords, publishBatch } from './outbox-batch.js';

/** Writers flush the outbox; the timer finds records of crashed processes within this time. */
const leftoversIntervalMs = 2_000;

/** Short at first, for a broker that changes its leader. */
const backOff = { firstMs: 100, maxMs: 5_000 };

interface Waiter {
  /** The pass to wait for. */
  readonly pass: number;
  readonly settle: (error?: Error) => void;
}

/** Publishes the outbox of a service to Kafka: on request at once, and by a timer. */
@Injectable()
export class OutboxRelay {
  readonly #stopping = new AbortController();
  readonly #waiters = new Set<Waiter>();
  readonly #leftovers: Repeater;
  #running: Promise<void> | undefined;
  /** Requested and finished passes: all requests during one pass share the next. */
  #requestedPasses = 0;
  #finishedPasses = 0;
  /** True from the start of a pass until its records are published. */
  #mayHaveLooked = false;
  #failure: string | undefined;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(RecordPublisher) private readonly publisher: Pick<RecordPublisher, 'publish'>,
    @Inject(DATABASE_LOGGER) private readonly logger: Logger,
  ) {
    this.#leftovers = new Repeater(() => this.#publishLeftovers(), {
      intervalMs: leftoversIntervalMs,
      // A pass reports the error.
      onError: () => this.#request(),
    });
  }

  /** The error of the last pass; undefined after a success. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Starts the timer. */
  start(): void {
    this.#leftovers.start();
  }

  /**
   * Resolves once all records that were committed before this call are in Kafka.
   *
   * @throws AppError `publish_deadline_exceeded`, or an Error when the relay stops; records are published later.
   */
  flush(deadlineMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => waiter.settle(timedOut('publish_deadline_exceeded', 'The records could not be published in time.')),
        deadlineMs,
      );
      const waiter: Waiter = {
        pass: this.#request(),
        settle: (error) => {
          clearTimeout(timer);
          this.#waiters.delete(waiter);
          if (error === undefined) resolve();
          else reject(error);
        },
      };
      this.#waiters.add(waiter);
      if (this.#stopping.signal.aborted) waiter.settle(stopped());
    });
  }

  /** Publishes soon, without waiting. */
  wake(): void {
    this.#request();
  }

  /** Waits for the current batch, and leaves the rest to the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#leftovers.stop();
    await this.#running;
    for (const waiter of this.#waiters) waiter.settle(stopped());
  }

  /** A lookup usually finds nothing, and costs less than a pass. */
  async #publishLeftovers(): Promise<void> {
    if (this.#running === undefined && (await hasRecords(this.dataSource))) this.#request();
  }

  /** @returns the first pass that starts after this call. */
  #request(): number {
    // The current pass may have read before the caller committed.
    this.#requestedPasses = this.#finishedPasses + (this.#mayHaveLooked ? 2 : 1);
    if (!this.#stopping.signal.aborted) this.#running ??= this.#run();
    return this.#requestedPasses;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failed = 0; this.#finishedPasses < this.#requestedPasses && !signal.aborted;) {
      try {
        this.#mayHaveLooked = true;
        await publishBatch(this.dataSource, this.publisher, (more) => {
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
    if (this.#failure !== undefined) this.logger.info({}, 'outbox publishing resumed');
    this.#failure = undefined;
    this.#mayHaveLooked = false;
    this.#finishedPasses += 1;
    for (const waiter of this.#waiters) {
      if (waiter.pass <= this.#finishedPasses) waiter.settle();
    }
  }

  async #waitAfter(error: unknown, failed: number): Promise<void> {
    const cause = withoutValues(error);
    this.#failure = cause instanceof Error ? cause.message : String(cause);
    this.logger.warn({ err: cause, failed }, 'outbox publishing failed, retrying');
    // Rejects only when stop() aborts it.
    await sleep(backOffMs(backOff, failed), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function stopped(): Error {
  return new Error('the outbox relay has stopped');
}
