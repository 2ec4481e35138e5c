import { beginSpan } from '@earshot/telemetry';
import type { RecordSender } from '../send/record-sender.js';
import { producerHeader } from '../state/producer-check.js';
import { sendSpan } from '../trace.js';
import { callContextOf, eventHeaders } from '../trace.js';

/** A record as an outbox keeps it. */
export interface PublishableRecord {
  readonly topic: string;
  readonly key: string | null;
  /** Type of the contract. */
  readonly type: string;
  /** null: the key is gone (state only). */
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Publishes records that were prepared earlier: the end of an outbox. */
export class RecordPublisher {
  readonly #sender: RecordSender;
  readonly #service: string;

  /** @param service whose records they are, unless their headers say otherwise. */
  constructor(sender: RecordSender, service: string) {
    this.#sender = sender;
    this.#service = service;
  }

  /**
   * Resolves once every in-sync replica has all of them. Records of one key keep the order of the list, provided that
   * the caller waits for one call before the next.
   *
   * @throws AppError `service_unavailable`, `queue_full`, `record_too_large`: some may have arrived all the same; sent
   * again in the same order, they are at worst there twice.
   */
  async publish(records: readonly PublishableRecord[]): Promise<void> {
    const results = await Promise.allSettled(records.map((record) => this.#publish(record)));
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason;
    }
  }

  #publish({ topic, key, type, value, headers }: PublishableRecord): Promise<void> {
    const call = callContextOf(headers);
    // Nothing to be part of: the record was made by a process that had no call for it.
    const span = call.traceparent === '' ? undefined : beginSpan(sendSpan({ topic: { name: topic }, type }), call);
    const own = span === undefined ? { type } : eventHeaders(type, span.call);
    const sent = this.#sender.send({
      topic,
      key,
      value,
      headers: { [producerHeader]: this.#service, ...headers, ...own },
    });
    span?.endWhenSettled(sent);
    return sent;
  }
}
