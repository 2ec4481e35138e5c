import { beginSpan } from '@earshot/telemetry';
import type { RecordSender } from '../send/record-sender.js';
import { producerHeader } from '../state/producer-check.js';
import { callContextOf, eventHeaders, sendSpan } from '../trace.js';

/** A record of an outbox. */
export interface PublishableRecord {
  readonly topic: string;
  readonly key: string | null;
  /** Type of the contract. */
  readonly type: string;
  /** null: a tombstone (state only). */
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Publishes the records of an outbox. */
export class RecordPublisher {
  /** @param service the producer, unless the headers name another. */
  constructor(
    private readonly sender: RecordSender,
    private readonly service: string,
  ) {}

  /**
   * Resolves once every in-sync replica has all records. Records of one key keep their order if the caller awaits each
   * call before the next.
   *
   * @throws AppError `service_unavailable`, `queue_full`, `record_too_large`. Some records may still have arrived:
   * retry in the same order; duplicates are harmless.
   */
  async publish(records: readonly PublishableRecord[]): Promise<void> {
    const results = await Promise.allSettled(records.map((record) => this.#publish(record)));
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
    }
  }

  #publish({ topic, key, type, value, headers }: PublishableRecord): Promise<void> {
    const call = callContextOf(headers);
    // The record was created outside of a call.
    const span = call.traceparent === '' ? undefined : beginSpan(sendSpan({ topic: { name: topic }, type }), call);
    const own = span === undefined ? { type } : eventHeaders(type, span.call);
    const sent = this.sender.send({
      topic,
      key,
      value,
      headers: { [producerHeader]: this.service, ...headers, ...own },
    });
    span?.endWhenSettled(sent);
    return sent;
  }
}
