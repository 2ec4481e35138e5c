import type { CallContext, EventContract } from '@earshot/contracts-core';
import type { RecordSender } from '../send/record-sender.js';
import { eventHeaders } from './event-headers.js';

/** Publishes facts that belong to no transaction of a database; those that do go through an outbox. */
export class EventPublisher {
  readonly #sender: RecordSender;

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
      value: Buffer.from(JSON.stringify(event)),
      headers: eventHeaders(contract.type, call),
    });
  }
}
