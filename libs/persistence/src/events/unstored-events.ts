import { Injectable } from '@nestjs/common';
import type { Topic } from '@earshot/contracts-core';
import { EventProgress } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/transaction.js';
import { readPositions } from './event-positions.js';
import { PastEnds } from './past-ends.js';

/** Events are stored within a second. Those that are not by then wait for something; `npm run reconcile` agrees. */
const overdueAfterMs = 30_000;
/** Every scrape may count. */
const rememberEveryMs = 1_000;

/** Numbers of acknowledged events that are not in the tables, dead letters included. */
export interface UnstoredCount {
  /** Normally 0, or those of the last moment under load. */
  readonly all: number;
  /** Those that were acknowledged more than 30 s ago. Normally 0. */
  readonly overdue: number;
}

/** Counts acknowledged events that are not in the tables. */
@Injectable()
export class UnstoredEvents {
  readonly #past = new Map<Topic, PastEnds>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: EventProgress,
  ) {}

  /**
   * Counts the events of a topic that are in the log and not in the tables: pending ones and dead letters.
   *
   * @throws AppError `service_unavailable` while broker or database is away.
   */
  async count(topic: Topic, nowMs = Date.now()): Promise<UnstoredCount> {
    const [bounds, committed, stored, dead] = await Promise.all([
      this.progress.bounds(topic),
      this.progress.committed(topic),
      inTransaction(this.dataSource, (tx) => readPositions(tx, topic.name)),
      topic.deadLetters === undefined ? [] : this.progress.bounds(topic.deadLetters),
    ]);
    const ends = bounds.map(({ end }) => end);
    const pastEnds = this.#pastOf(topic).next(ends, nowMs);
    const waiting = (until: readonly number[]) =>
      bounds.map(({ first }, partition) =>
        Math.max(0, (until[partition] ?? 0) - Math.max(first, committed[partition] ?? 0, stored[partition] ?? 0)),
      );
    const letters = sum(dead.map(({ first, end }) => end - first));
    return { all: sum(waiting(ends)) + letters, overdue: sum(waiting(pastEnds)) + letters };
  }

  #pastOf(topic: Topic): PastEnds {
    const known = this.#past.get(topic);
    if (known !== undefined) return known;
    const past = new PastEnds(overdueAfterMs, rememberEveryMs);
    this.#past.set(topic, past);
    return past;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
