import type { BrokerConsumer, ConsumerOptions } from '../../src/broker/broker.port.js';
import { ConsumerPositions } from '../../src/broker/consumer-positions.js';
import type { MemoryBroker } from './memory-broker.js';
import type { MemoryGroup } from './memory-group.js';

/** How often what is done is committed: so that what is read again after a kill can be seen in tests. */
const commitIntervalMs = 50;

/** The most records that are delivered at once. */
const batchSize = 500;

/** A member of a {@link MemoryGroup}. */
export class MemoryConsumer implements BrokerConsumer {
  readonly ready: Promise<void>;
  readonly options: ConsumerOptions;
  readonly #broker: MemoryBroker;
  readonly #group: MemoryGroup;
  readonly #positions = new ConsumerPositions();
  readonly #assigned = new Set<string>();
  readonly #paused = new Set<string>();
  readonly #committer: NodeJS.Timeout;
  #becomeReady: () => void = () => undefined;
  #joined = false;
  #scheduled = false;

  constructor(broker: MemoryBroker, group: MemoryGroup, options: ConsumerOptions) {
    this.options = options;
    this.#broker = broker;
    this.#group = group;
    this.ready = new Promise((resolve) => (this.#becomeReady = resolve));
    this.#committer = setInterval(() => this.#commit(), commitIntervalMs);
    this.#committer.unref();
  }

  get healthy(): boolean {
    return this.#joined && !this.#broker.isAway;
  }

  done(topic: string, partition: number, nextOffset: number): void {
    this.#positions.done(topic, partition, nextOffset);
  }

  pause(topic: string, partition: number): void {
    this.#paused.add(`${topic}/${partition}`);
  }

  resume(topic: string, partition: number): void {
    this.#paused.delete(`${topic}/${partition}`);
    this.wake();
  }

  close(): Promise<void> {
    this.#commit();
    this.#broker.leave(this.#group, this);
    return Promise.resolve();
  }

  /** As if the process had been killed: nothing is committed, nothing is said. */
  die(): void {
    this.#joined = false;
    this.#assigned.clear();
    clearInterval(this.#committer);
  }

  revokeAllBut(kept: ReadonlySet<string>): void {
    this.#commit();
    for (const key of this.#assigned) {
      if (kept.has(key)) continue;
      this.#assigned.delete(key);
      this.#paused.delete(key);
      const [topic, partition] = split(key);
      this.#positions.forget(topic, partition);
      this.options.onRevoked?.(topic, partition);
    }
  }

  assign(partitions: ReadonlySet<string>): void {
    for (const key of partitions) {
      if (this.#assigned.has(key)) continue;
      this.#assigned.add(key);
      const [topic, partition] = split(key);
      const offset = this.options.startAt?.(topic, partition) ?? this.#group.committed(topic, partition);
      this.#positions.advanceRead(topic, partition, offset);
    }
    this.#joined = true;
    this.#becomeReady();
    this.wake();
  }

  /** Reads again from what is committed, as after a connection that was lost for long. */
  rewind(): void {
    for (const key of this.#assigned) {
      const [topic, partition] = split(key);
      this.#positions.advanceRead(topic, partition, this.#group.committed(topic, partition));
    }
    this.wake();
  }

  /** There may be something to read. */
  wake(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    const { delayMs } = this.#broker;
    const read = (): void => {
      this.#scheduled = false;
      this.#read();
    };
    if (delayMs > 0) setTimeout(read, delayMs);
    else setImmediate(read);
  }

  #read(): void {
    if (this.#broker.isAway) return;
    for (const key of [...this.#assigned]) {
      if (this.#paused.has(key)) continue;
      const [topic, partition] = split(key);
      const from = this.#positions.readTo(topic, partition) ?? 0;
      const records = this.#broker.read(topic, partition, from, batchSize);
      const last = records.at(-1);
      if (last === undefined) continue;
      this.#positions.advanceRead(topic, partition, last.offset + 1);
      this.options.onRecords(topic, partition, records);
      this.wake();
    }
  }

  #commit(): void {
    if (this.#broker.isAway) return;
    for (const { topic, partition, offset } of this.#positions.takeUncommitted()) {
      this.#group.commit(topic, partition, offset);
    }
  }
}

function split(key: string): [string, number] {
  const at = key.lastIndexOf('/');
  return [key.slice(0, at), Number(key.slice(at + 1))];
}
