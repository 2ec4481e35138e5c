import type { CallContext, EventContract } from '@earshot/contracts-core';
import { AppError } from '@earshot/errors';
import { beginSpan } from '@earshot/telemetry';
import { backOffMs, settlesWithin, sleep } from '../broker/back-off.js';
import type { OutgoingRecord } from '../broker/broker.port.js';
import type { RecordSender } from '../send/record-sender.js';
import { serviceUnavailable } from '../lane.errors.js';
import { eventHeaders, sendSpan } from '../trace.js';
import { publishBackOff } from '../timing.js';

/** Options of {@link EventPublisher.publish}. */
export interface PublishOptions {
  readonly call: CallContext;
  /** How long to retry while the broker is unavailable, ms; default 0. Later events of the key may overtake a retry. */
  readonly retryForMs?: number;
}

/** Publishes events that belong to no database transaction; others go through the outbox. */
export class EventPublisher {
  constructor(private readonly sender: RecordSender) {}

  /**
   * Resolves once every in-sync replica has the event. Events of one key keep the order of the calls unless retried.
   *
   * @throws AppError `service_unavailable` (the event may still have arrived), `queue_full`, `record_too_large`.
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
    const sent = retryForMs === 0 ? this.sender.send(record) : this.#retryUntil(record, retryForMs);
    span?.endWhenSettled(sent);
    return sent;
  }

  async #retryUntil(record: OutgoingRecord, retryForMs: number): Promise<void> {
    const deadlineAt = Date.now() + retryForMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const sent = this.sender.send(record);
        // The first attempt is not timed: it is nearly always the only one, and shorter than the deadlines in use.
        if (attempt === 1 || (await settlesWithin(sent, deadlineAt - Date.now()))) return await sent;
        throw serviceUnavailable(new Error(`the broker did not acknowledge the event within ${retryForMs} ms`));
      } catch (error) {
        const waitMs = backOffMs(publishBackOff, attempt);
        if (!isUnavailable(error) || Date.now() + waitMs > deadlineAt) throw error;
        await sleep(waitMs);
      }
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
