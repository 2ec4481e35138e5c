import type { StateContract, Topic } from '@earshot/contracts-core';
import type { IncomingRecord } from '../broker/broker.port.js';
import type { Logger } from '../logger.js';
import { parseJson } from '../wire/frames.js';
import type { Fence } from './fence.js';
import { countIgnoredState } from '../metrics/lanes.metrics.js';
import { PositionWaiters } from './position-waiters.js';
import { ProducerCheck, producerHeader } from './producer-check.js';
import { defaultFenceDeadlineMs } from '../timing.js';

/** Told after every change; `undefined` means that there is no value. */
export type ChangeListener<V> = (key: string, value: V | undefined, previous: V | undefined) => void;

/** Key of records that are written for their offset alone. */
export const markerKey = 'nobody';

/** The header is somebody else's text: a log line needs no more of it. */
const maxProducerLength = 100;

/** The latest value of every key of a state topic, in memory: reading it asks nobody. */
export class StateReplica<V> {
  /** Resolves once everything is applied that the topic held when this replica began to read it. */
  readonly ready: Promise<void>;
  readonly #contract: StateContract<V>;
  readonly #fence: Fence;
  readonly #logger: Logger;
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

  constructor(contract: StateContract<V>, fence: Fence, logger: Logger) {
    this.#contract = contract;
    this.#fence = fence;
    this.#logger = logger;
    this.#producers = new ProducerCheck(contract.topic.producer);
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
  }

  /** The topic as its contract declares it. */
  get contractTopic(): Topic {
    return this.#contract.topic;
  }

  get topic(): string {
    return this.#contract.topic.name;
  }

  get size(): number {
    return this.#values.size;
  }

  /** The next offset to be applied. */
  get position(): number {
    return this.#position;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Records that did not fit the contract and were skipped: how many, and where the last one lies. */
  get skipped(): { count: number; last: string | undefined } {
    return { count: this.#invalid, last: this.#lastInvalid };
  }

  /** Whether the topic has a record of the service that writes it, by its header. */
  get hasNamedProducer(): boolean {
    return this.#producers.hasNamed;
  }

  get(key: string): V | undefined {
    return this.#values.get(key);
  }

  /** Whether the value of this key lies in a record that does not say which service wrote it: one of a version before 0.2. */
  lacksProducer(key: string): boolean {
    return this.#unnamed.has(key);
  }

  values(): IterableIterator<V> {
    return this.#values.values();
  }

  /**
   * Resolves once everything is applied that the topic held when this was called: what is not there then, is not there.
   *
   * @throws AppError `service_unavailable` if the broker does not say, or does not deliver, within the deadline.
   */
  async fence(deadlineMs = defaultFenceDeadlineMs): Promise<void> {
    const deadlineAt = Date.now() + deadlineMs;
    const end = await this.#fence.end(deadlineMs);
    await this.waitForPosition(end, Math.max(1, deadlineAt - Date.now()));
  }

  /**
   * Resolves once everything below the position is applied; at once, without a promise, where it is already.
   *
   * @throws AppError `service_unavailable` past the deadline.
   */
  waitForPosition(position: number, deadlineMs = defaultFenceDeadlineMs): Promise<void> | void {
    if (this.#position >= position) return undefined;
    return this.#waiters.wait(position, deadlineMs);
  }

  /** Listeners are called in the order in which they were added; one that throws hinders nobody else. */
  onChange(listener: ChangeListener<V>): void {
    this.#listeners.push(listener);
  }

  /** Called with what the topic held when reading began. */
  async markReadyAt(end: number): Promise<void> {
    if (this.#position < end) await this.#waiters.waitForever(end);
    this.#isReady = true;
    this.#becomeReady();
  }

  /** Called with the records of the topic in order. */
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
    // A topic may carry values of other contracts; without a type it was written by hand and is taken for ours.
    if (key === null || (type !== undefined && type !== this.#contract.type)) return;
    if (origin === 'foreign') return this.#refuse(record);
    if (value === null) return this.#set(key, undefined);
    const parsed = this.#contract.schema.safeParse(parseJson(value));
    if (parsed.success) {
      if (origin === 'unnamed') this.#unnamed.add(key);
      else this.#unnamed.delete(key);
      return this.#set(key, parsed.data);
    }
    this.#invalid += 1;
    this.#lastInvalid = `${this.topic}/0/${offset}`;
    this.#logger.error({ position: this.#lastInvalid, key, issues: parsed.error.issues }, 'invalid state skipped');
  }

  #refuse({ key, value, headers, offset }: IncomingRecord): void {
    if (key === markerKey && value === null) return;
    countIgnoredState(this.topic);
    const producer = headers[producerHeader]?.slice(0, maxProducerLength);
    const position = `${this.topic}/0/${offset}`;
    this.#logger.warn(
      { position, key, producer, expected: this.#contract.topic.producer },
      'state of another producer refused',
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
        this.#logger.error({ topic: this.topic, key, err: error }, 'listener of a replica failed');
      }
    }
  }
}
