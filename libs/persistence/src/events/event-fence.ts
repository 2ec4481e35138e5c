import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Topic } from '@earshot/contracts-core';
import { overloaded } from '@earshot/errors';
import { EventProgress } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/in-transaction.js';
import { readPositions } from './event-positions.js';

/** A service that follows its topics is through within milliseconds; one that is just being started, or shares its partitions anew, takes seconds. */
const fenceDeadlineMs = 8_000;

/** How often the tables are asked how far they are: often at first, since what is waited for is mostly under way. */
const pollMs = { first: 5, longest: 100 };

/** How often the broker is asked what was handled without leaving a trace in the tables. */
const askBrokerMs = 250;

/**
 * Waits until the tables have what event topics held: what is not found then, is not there. It does not matter which process of the service
 * reads which partition. The handlers of those topics run in {@link EventRunner}.
 */
@Injectable()
export class EventFence {
  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: EventProgress,
  ) {}

  /**
   * Resolves once everything is in the tables, or put aside for good, that these topics held when this was called.
   *
   * @throws AppError `service_unavailable` when that takes longer than the deadline, or broker or database is away.
   */
  async wait(topics: readonly Topic[], deadlineMs = fenceDeadlineMs): Promise<void> {
    const deadlineAt = Date.now() + deadlineMs;
    await Promise.all(topics.map((topic) => this.#waitFor(topic, deadlineAt)));
  }

  async #waitFor(topic: Topic, deadlineAt: number): Promise<void> {
    const bounds = await this.progress.bounds(topic);
    // What has expired, nobody will read.
    let missing = bounds.flatMap(({ first, end }, partition) => (end > first ? [{ partition, end }] : []));
    let askedBrokerAt = Date.now();
    for (let waitMs = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.longest)) {
      const stored = await inTransaction(this.dataSource, (tx) => readPositions(tx, topic.name));
      missing = missing.filter(({ partition, end }) => (stored[partition] ?? 0) < end);
      if (missing.length === 0) return;
      if (Date.now() - askedBrokerAt >= askBrokerMs) {
        askedBrokerAt = Date.now();
        // The last events of a partition may be of no concern here, or among the dead letters.
        const committed = await this.progress.committed(topic);
        missing = missing.filter(({ partition, end }) => (committed[partition] ?? 0) < end);
      }
      if (Date.now() + waitMs > deadlineAt) throw behind();
      await sleep(waitMs);
    }
  }
}

function behind() {
  return overloaded('service_unavailable', 'A part of the service has not caught up yet. Try again.', 1);
}
