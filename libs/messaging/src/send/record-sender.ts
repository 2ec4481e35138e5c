import { type BrokerProducer, affects, type OutgoingRecord } from '../broker/broker.port.js';
import { queueFull, recordTooLarge, serviceUnavailable } from '../lane.errors.js';
import { SendLoop } from './send-loop.js';
import { maxBatchBytes, maxValueBytes, maxWaitingBytes, maxWaitingItems } from '../limits.js';

interface Waiting {
  readonly record: OutgoingRecord;
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Sends single records in order; batches them while a send is in flight. */
export class RecordSender {
  readonly #loop = new SendLoop(() => this.#flush());
  #waiting: Waiting[] = [];
  #waitingBytes = 0;

  constructor(private readonly producer: BrokerProducer) {}

  /**
   * Resolves once the broker has acknowledged the record.
   *
   * @throws AppError `service_unavailable` (it may still have arrived), `queue_full`, `record_too_large`.
   */
  send(record: OutgoingRecord): Promise<void> {
    const bytes = sizeOf(record);
    if (bytes > maxValueBytes) return Promise.reject(recordTooLarge());
    if (this.#waitingBytes + bytes > maxWaitingBytes || this.#waiting.length >= maxWaitingItems) {
      return Promise.reject(queueFull());
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#loop.wake();
    });
  }

  /** Sends queued records, then disconnects. */
  async close(): Promise<void> {
    await this.#loop.idle();
    await this.producer.close();
  }

  #flush(): Promise<void> | undefined {
    if (this.#waiting.length === 0) return undefined;
    const batch = this.#take();
    return this.producer.send(batch.map(({ record }) => record)).then(
      () => {
        for (const { resolve } of batch) resolve();
      },
      (cause: unknown) => {
        for (const { record, resolve, reject } of batch) {
          if (affects(cause, record.topic)) reject(serviceUnavailable(cause));
          else resolve();
        }
      },
    );
  }

  /** Takes as many as fit into one send, from the front, so that keys keep their order. */
  #take(): Waiting[] {
    const bytesOf = new Map<string, number>();
    let count = 0;
    for (const { record, bytes } of this.#waiting) {
      const total = (bytesOf.get(record.topic) ?? 0) + bytes;
      if (total > maxBatchBytes && count > 0) break;
      bytesOf.set(record.topic, total);
      this.#waitingBytes -= bytes;
      count += 1;
    }
    const batch = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    if (this.#waiting.length > 0) this.#loop.wake();
    return batch;
  }
}

/** Estimates the size of a record in a batch. */
function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = 64 + (key === null ? 0 : Buffer.byteLength(key)) + (value?.length ?? 0);
  if (headers !== undefined) {
    for (const [name, text] of Object.entries(headers)) bytes += name.length + Buffer.byteLength(text) + 8;
  }
  return bytes;
}
