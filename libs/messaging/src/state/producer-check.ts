import type { IncomingRecord } from '../broker/broker.port.js';
import { producerUpgradeMs } from '../timing.js';

/** Header with the service that wrote a record. See docs/adr/kafka-principals.md. */
export const producerHeader = 'producer';

/** Origin of a state record: the owner, no producer header, or another service. */
export type Origin = 'owner' | 'unnamed' | 'foreign';

/**
 * Tells records of the owner of a state topic from those of other services. Versions before 0.1 set no header. Such
 * records are accepted in a topic that begins with them, until a day after the first record with a header.
 */
export class ProducerCheck {
  #beganUnnamed: boolean | undefined;
  #namedSince: number | undefined;

  /** @param expected the owner; undefined: any service may write. */
  constructor(private readonly expected: string | undefined) {}

  /** Whether a record with the header of the owner was seen. */
  get hasNamed(): boolean {
    return this.#namedSince !== undefined;
  }

  /** Classifies a record; call it with the records of the topic in order. */
  originOf({ headers, timestamp = 0 }: Pick<IncomingRecord, 'headers' | 'timestamp'>): Origin {
    if (this.expected === undefined) return 'owner';
    const producer = headers[producerHeader];
    if (producer === this.expected) {
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
