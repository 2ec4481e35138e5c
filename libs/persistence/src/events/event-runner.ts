import { Injectable } from '@nestjs/common';
import type { ReceivedEvent } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/transaction.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import type { Transaction } from '../data-source/transaction.js';
import { advancePositions } from './event-positions.js';

/** Stores a group of events. Events may be delivered again, so writes must be idempotent. */
export type EventsFunction<E> = (tx: Transaction, events: readonly ReceivedEvent<E>[]) => Promise<void>;

/** Stores groups of events together with their positions, in one transaction. */
@Injectable()
export class EventRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Handles a group in one transaction. Its outbox records are published soon after.
   *
   * @throws AppError `service_unavailable` while the database is away, or any other error of the handler. Nothing of
   * the group is written then, and the lane retries it.
   */
  async run<E>(events: readonly ReceivedEvent<E>[], handle: EventsFunction<E>): Promise<void> {
    const publishes = await inTransaction(this.dataSource, async (tx) => {
      await handle(tx, events);
      await advancePositions(tx, events);
      return Outbox.isUsedIn(tx);
    });
    if (publishes) this.relay.wake();
  }
}
