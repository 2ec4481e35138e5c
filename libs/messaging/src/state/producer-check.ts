import type { IncomingRecord } from '../broker/broker.port.js';
import { producerUpgradeMs } from '../timing.js';

/** Header that names the service that wrote a record. It protects from mistakes; brokers protect from others (docs/adr/kafka-principals.md). */
export const producerHeader = 'producer';

/** What a record of a state topic is: written by its service, by a version of it that named nobody, or by somebody else. */
export type Origin = 'owner' | 'unnamed' | 'foreign';

/**
 * Tells the records of the service that writes a state topic from those of others. Records without the header are from before version 0.2, or
 * from processes of that version during an upgrade: they are accepted in a topic that begins with such records, until a day after the first one
 * that has the header.
 */
export class ProducerCheck {
  readonly #expected: string | undefined;
  #beganUnnamed: boolean | undefined;
  #namedSince: number | undefined;

  /** @param expected the service; undefined: anybody may write. */
  constructor(expected: string | undefined) {
    this.#expected = expected;
  }

  /** Whether a record of the service itself was seen. */
  get hasNamed(): boolean {
    return this.#namedSince !== undefined;
  }

  /** To be called with the records of the topic, in order. */
  originOf({ headers, timestamp = 0 }: Pick<IncomingRecord, 'headers' | 'timestamp'>): Origin {
    if (this.#expected === undefined) return 'owner';
    const producer = headers[producerHeader];
    if (producer === this.#expected) {
      this.#beganUnnamed ??= false;
      this.#namedSince ??= timestamp;
      return 'owner';
    }
    if (producer !== undefined) return 'foreign';
    this.#beganUnnamed ??= true;
    if (this.#namedSince === undefined) return 'unnamed';
    const upgrading = this.#beganUnnamed && timestamp < this.#namedSince + producerUpgradeMs;
    return upgrading ? 'unnamed' : 'foreign';
  }
}
