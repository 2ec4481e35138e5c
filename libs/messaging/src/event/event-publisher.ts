import type { CallContext, EventContract } from '@earshot/contracts-core';
import { beginSpan } from '@earshot/telemetry';
import type { RecordSender } from '../send/record-sender.js';
import { sendSpan } from '../spans.js';
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
    const span = beginSpan(sendSpan(contract), call);
    const sent = this.#sender.send({
      topic: contract.topic.name,
      key,
      value: Buffer.from(JSON.stringify(event)),
      headers: eventHeaders(contract.type, span?.call ?? call),
    });
    span?.endWith(sent);
    return sent;
  }
}
