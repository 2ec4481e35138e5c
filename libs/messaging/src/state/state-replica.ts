import type { StateContract, Topic } from '@earshot/contracts-core';
import type { IncomingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { parseJson } from '../wire/frames.js';
import type { Fence } from './fence.js';
import { countIgnoredState } from '../metrics/lanes.metrics.js';
import { PositionWaiters } from './position-waiters.js';
import { ProducerCheck, producerHeader } from './producer-check.js';
import { defaultFenceDeadlineMs } from '../timing.js';

/** Called after every change; `undefined`: there is no value. */
export type ChangeListener<V> = (key: string, value: V | undefined, previous: V | undefined) => void;

/** Key of marker records, which are written only for their offset. */
export const markerKey = 'nobody';

/** Maximum length of a foreign header in a log line. */
const maxProducerLength = 100;

/** An in-memory replica of a state topic: the latest value of every key. */
export class StateReplica<V> {
  /** Resolves once all records that the topic had at the start are applied. */
  readonly ready: Promise<void>;
  readonly #fence: Fence;
  readonly #values = new Map<string, V>();
  readonly #listeners: ChangeListener<V>[] = [];
  readonly #waiters = new PositionWaiters();
  readonly #producers: ProducerCheck;
  readonly #unnamed = new Set<string>();
  #position = 0;
  #invalid = 0;
  #lastInvalid: string | undefined;
  #isReady = false;
  #becomeReady: () => void = () => undefined;

  constructor(
    private readonly contract: StateContract<V>,
    fence: Fence,
    private readonly logger: Logger,
  ) {
    this.#fence = fence;
    this.#producers = new ProducerCheck(contract.topic.producer);
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
  }

  /** The topic of the contract. */
  get contractTopic(): Topic {
    return this.contract.topic;
  }

  get topic(): string {
    return this.contract.topic.name;
  }

  get size(): number {
    return this.#values.size;
  }

  /** The next offset to apply. */
  get position(): number {
    return this.#position;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Records skipped because they do not match the contract: their count and the last position. */
  get skipped(): { count: number; last: string | undefined } {
    return { count: this.#invalid, last: this.#lastInvalid };
  }

  /** Whether a record of the topic names its owner in the header. */
  get hasNamedProducer(): boolean {
    return this.#producers.hasNamed;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Whether the record of this key has no producer header (versions before 0.1). */
  lacksProducer(key: string): boolean {
    return this.#unnamed.has(key);
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  /**
   * Resolves once all records that the topic had at this call are applied.
   *
   * @throws AppError `service_unavailable` if the broker does not answer or deliver within the deadline.
   */
  async fence(deadlineMs = defaultFenceDeadlineMs): Promise<void> {
    const deadlineAt = Date.now() + deadlineMs;
    const end = await this.#fence.end(deadlineMs);
    await this.waitForPosition(end, Math.max(1, deadlineAt - Date.now()));
  }

  /**
   * Resolves once everything below the position is applied; returns undefined if it already is.
   *
   * @throws AppError `service_unavailable` past the deadline.
   */
  waitForPosition(position: number, deadlineMs = defaultFenceDeadlineMs): Promise<void> | void {
    if (this.#position >= position) return undefined;
    return this.#waiters.wait(position, deadlineMs);
  }

  /** Adds a listener. Listeners run in this order; errors of one do not affect the others. */
  onChange(listener: ChangeListener<V>): void {
    this.#listeners.push(listener);
  }

  /** Marks the replica ready when it reaches the end that the topic had at the start. */
  async markReadyAt(end: number): Promise<void> {
    if (this.#position < end) await this.#waiters.wait(end);
    this.#isReady = true;
    this.#becomeReady();
  }

  /** Applies records of the topic in order. */
  apply(records: readonly IncomingRecord[]): void {
    for (const record of records) {
      this.#applyOne(record);
      this.#position = record.offset + 1;
    }
    this.#waiters.reached(this.#position);
  }

  #applyOne(record: IncomingRecord): void {
    const { key, value, headers, offset } = record;
    const origin = this.#producers.originOf(record);
    const { type } = headers;
    // Other contracts may share the topic. Records without a type were written by hand and are accepted.
    if (key === null || (type !== undefined && type !== this.contract.type)) return;
    if (origin === 'foreign') return this.#ignore(record);
    if (value === null) return this.#set(key, undefined);
    const parsed = this.contract.schema.safeParse(parseJson(value));
    if (parsed.success) {
      if (origin === 'unnamed') this.#unnamed.add(key);
      else this.#unnamed.delete(key);
      return this.#set(key, parsed.data);
    }
    this.#invalid += 1;
    this.#lastInvalid = `${this.topic}/0/${offset}`;
    this.logger.error(
      { position: this.#lastInvalid, key, issues: parsed.error.issues },
      'invalid state record skipped',
    );
  }

  #ignore({ key, value, headers, offset }: IncomingRecord): void {
    if (key === markerKey && value === null) return;
    countIgnoredState(this.topic);
    const producer = headers[producerHeader]?.slice(0, maxProducerLength);
    const position = `${this.topic}/0/${offset}`;
    this.logger.warn(
      { position, key, producer, expected: this.contract.topic.producer },
      'state record of another service ignored',
    );
  }

  #set(key: string, value: V | undefined): void {
    const previous = this.#values.get(key);
    if (value === undefined) {
      this.#values.delete(key);
      this.#unnamed.delete(key);
    } else this.#values.set(key, value);
    for (const listener of this.#listeners) {
      try {
        listener(key, value, previous);
      } catch (error) {
        this.logger.error({ topic: this.topic, key, err: error }, 'replica listener failed');
      }
    }
  }
}
