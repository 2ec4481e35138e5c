import type { CallContext, EventContract } from '@earshot/contracts-core';
import { beginSpan } from '@earshot/telemetry';
import type { RecordSender } from '../send/record-sender.js';
import { sendSpan } from '../spans.js';
import { eventHeaders } from './event-headers.js';

/** How an event is published. */
export interface PublishOptions {
  /** The call that it belongs to. */
  readonly call: CallContext;
  /** Somebody waits for this one alone: it waits for no company where nothing else is being sent. */
  readonly urgent?: boolean;
}

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
  publish<E>(contract: EventContract<E>, event: E, { call, urgent }: PublishOptions): Promise<void> {
    const key = contract.key(event);
    const span = beginSpan(sendSpan(contract), call);
    const record = {
      topic: contract.topic.name,
      key,
      value: Buffer.from(JSON.stringify(event)),
      headers: eventHeaders(contract.type, span?.call ?? call),
    };
    const sent = this.#sender.send(record, urgent);
    span?.endWith(sent);
    return sent;
  }
}
