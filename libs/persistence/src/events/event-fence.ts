import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Topic } from '@earshot/contracts-core';
import { AppError, overloaded } from '@earshot/errors';
import { EventProgress } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/transaction.js';
import { readPositions } from './event-positions.js';

/** Normally a service follows within milliseconds; after a start or a rebalance it takes seconds. */
const fenceDeadlineMs = 8_000;

/** Poll interval of the tables: short at first, since most events are already under way. */
const pollMs = { first: 5, longest: 100 };

/** Poll interval of the broker, for events that were handled without a trace in the tables. */
const brokerPollMs = 250;

/**
 * Waits until the tables have all events that a topic held. Any process of the service may read any partition. Handlers
 * of the topics must run in {@link EventRunner}.
 */
@Injectable()
export class EventFence {
  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: EventProgress,
  ) {}

  /**
   * Resolves once all events that these topics held at the call are in the tables or among the dead letters.
   *
   * @throws AppError `service_unavailable` after the deadline, or while broker or database is away.
   */
  async wait(topics: readonly Topic[], deadlineMs = fenceDeadlineMs): Promise<void> {
    const deadlineAt = Date.now() + deadlineMs;
    await Promise.all(topics.map((topic) => this.#waitFor(topic, deadlineAt)));
  }

  /** Waits like {@link wait}. @returns its error; null where all events are stored. */
  async errorOf(topics: readonly Topic[]): Promise<AppError | null> {
    try {
      await this.wait(topics);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  async #waitFor(topic: Topic, deadlineAt: number): Promise<void> {
    const bounds = await this.progress.bounds(topic);
    // Expired events are never read.
    let missing = bounds.flatMap(({ first, end }, partition) => (end > first ? [{ partition, end }] : []));
    let brokerPolledAt = Date.now();
    for (let waitMs = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.longest)) {
      const stored = await inTransaction(this.dataSource, (tx) => readPositions(tx, topic.name));
      missing = missing.filter(({ partition, end }) => (stored[partition] ?? 0) < end);
      if (missing.length === 0) return;
      if (Date.now() - brokerPolledAt >= brokerPollMs) {
        brokerPolledAt = Date.now();
        // The last events of a partition may be irrelevant here, or dead letters.
        const committed = await this.progress.committed(topic);
        missing = missing.filter(({ partition, end }) => (committed[partition] ?? 0) < end);
      }
      if (Date.now() + waitMs > deadlineAt)
        throw overloaded('service_unavailable', 'A service has not caught up yet. Retry the request.', 1);
      await sleep(waitMs);
    }
  }
}
