import type { CallContext, EventContract, Topic } from '@earshot/contracts-core';
import type { RecordSender } from '../send/record-sender.js';
import { eventHeaders } from './event-headers.js';

/** How long events without a key go to one partition before the next has its turn: about as long as a busy producer's round trips. */
const turnMs = 20;

/** Publishes facts that belong to no transaction of a database; those that do go through an outbox. */
export class EventPublisher {
  readonly #sender: RecordSender;
  #turn = 0;
  #nextTurnAt = 0;

  constructor(sender: RecordSender) {
    this.#sender = sender;
  }

  /**
   * Resolves once every in-sync replica has the event. Events of one key keep the order of the calls.
   *
   * @throws AppError `service_unavailable` (it may have arrived all the same), `queue_full`, `record_too_large`.
   */
  publish<E>(contract: EventContract<E>, event: E, { call }: { call: CallContext }): Promise<void> {
    const key = contract.key(event);
    return this.#sender.send({
      topic: contract.topic.name,
      key,
      ...(key === null && { partition: this.#partitionOf(contract.topic) }),
      value: Buffer.from(JSON.stringify(event)),
      headers: eventHeaders(contract.type, call),
    });
  }

  /** Every partition has its turn, so that no reader has more to do than another. */
  #partitionOf({ partitions }: Topic): number {
    const now = Date.now();
    if (now >= this.#nextTurnAt) {
      this.#nextTurnAt = now + turnMs;
      this.#turn += 1;
    }
    return this.#turn % partitions;
  }
}
