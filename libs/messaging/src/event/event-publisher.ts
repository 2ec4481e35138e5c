import type { CallContext, EventContract } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { beginSpan } from '@earshot/telemetry';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { OutgoingRecord } from '../broker/broker.port.js';
import type { RecordSender } from '../send/record-sender.js';
import { sendSpan } from '../trace.js';
import { eventHeaders } from '../trace.js';
import { publishBackOff } from '../timing.js';

/** How an event is published. */
export interface PublishOptions {
  /** The call that it belongs to. */
  readonly call: CallContext;
  /** For how long it is tried again while the broker is away, ms; 0 unless told otherwise. Meanwhile later events of its key may overtake it. */
  readonly retryForMs?: number;
}

/** Publishes facts that belong to no transaction of a database; those that do go through an outbox. */
export class EventPublisher {
  readonly #sender: RecordSender;

  constructor(sender: RecordSender) {
    this.#sender = sender;
  }

  /**
   * Resolves once every in-sync replica has the event. Events of one key keep the order of the calls, unless they are tried again.
   *
   * @throws AppError `service_unavailable` (it may have arrived all the same), `queue_full`, `record_too_large`.
   */
  publish<E>(contract: EventContract<E>, event: E, { call, retryForMs = 0 }: PublishOptions): Promise<void> {
    const key = contract.key(event);
    const span = beginSpan(sendSpan(contract), call);
    const record = {
      topic: contract.topic.name,
      key,
      value: Buffer.from(JSON.stringify(event)),
      headers: eventHeaders(contract.type, span?.call ?? call),
    };
    const sent = retryForMs === 0 ? this.#sender.send(record) : this.#retryUntil(record, retryForMs);
    span?.endWhenSettled(sent);
    return sent;
  }

  async #retryUntil(record: OutgoingRecord, retryForMs: number): Promise<void> {
    const until = Date.now() + retryForMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sender.send(record);
      } catch (error) {
        const waitMs = backOffMs(publishBackOff, attempt);
        if (!isAway(error) || Date.now() + waitMs > until) throw error;
        await sleep(waitMs);
      }
    }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
