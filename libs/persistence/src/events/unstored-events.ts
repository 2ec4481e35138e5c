import { Injectable } from '@nestjs/common';
import type { Topic } from '@earshot/contracts-core';
import { EventProgress } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/transaction.js';
import { readPositions } from './event-positions.js';

/** Counts acknowledged events that are not in the tables. */
@Injectable()
export class UnstoredEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly progress: EventProgress,
  ) {}

  /**
   * Counts the events of a topic that are in the log and not in the tables: pending ones and dead letters. Normally 0.
   *
   * @throws AppError `service_unavailable` while broker or database is away.
   */
  async count(topic: Topic): Promise<number> {
    const [bounds, committed, stored, dead] = await Promise.all([
      this.progress.bounds(topic),
      this.progress.committed(topic),
      inTransaction(this.dataSource, (tx) => readPositions(tx, topic.name)),
      topic.deadLetters === undefined ? [] : this.progress.bounds(topic.deadLetters),
    ]);
    const waiting = bounds.map(({ first, end }, partition) =>
      Math.max(0, end - Math.max(first, committed[partition] ?? 0, stored[partition] ?? 0)),
    );
    return sum(waiting) + sum(dead.map(({ first, end }) => end - first));
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
