import { Injectable } from '@nestjs/common';
import type { ReceivedEvent } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { inTransaction } from '../data-source/in-transaction.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import type { Transaction } from '../transaction.js';
import { advancePositions } from './event-positions.js';

/** What brings a group of events into the tables. Events may come again: what they write goes by their ids. */
export type EventsFunction<E> = (tx: Transaction, events: readonly ReceivedEvent<E>[]) => Promise<void>;

/** Brings groups of events into the tables, and says in the same transaction how far that has gone. */
@Injectable()
export class EventRunner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Handles a group in one transaction. What it puts into the outbox is published soon after.
   *
   * @throws AppError `service_unavailable` while the database is away; whatever else the handler throws, after nothing of the group was
   * written. The lane gives the group again.
   */
  async run<E>(events: readonly ReceivedEvent<E>[], handle: EventsFunction<E>): Promise<void> {
    const told = await inTransaction(this.dataSource, async (tx) => {
      await handle(tx, events);
      await advancePositions(tx, events);
      return Outbox.isUsedIn(tx);
    });
    if (told) this.relay.wake();
  }
}
