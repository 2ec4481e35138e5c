import type { BrokerReader, IncomingRecord, TakeRecords } from '../broker.port.js';
import type { Position } from '../consumer-positions.js';

/** Records that come at once. */
const pieceRecords = 1_000;

/** What it reads of. */
interface Log {
  read(topic: string, partition: number, from: number, limit: number): readonly IncomingRecord[];
}

/** Reads partitions of a {@link MemoryBroker}, some of each in every turn of the event loop. */
export class MemoryReader implements BrokerReader {
  readonly #log: Log;
  readonly #take: TakeRecords;
  readonly #paused = new Set<string>();
  #turn: NodeJS.Immediate | undefined;

  constructor(log: Log, take: TakeRecords) {
    this.#log = log;
    this.#take = take;
  }

  read(positions: readonly Position[]): void {
    this.stop();
    this.#readOn(positions.map((position) => ({ ...position })));
  }

  pause(topic: string, partition: number): void {
    this.#paused.add(`${topic}/${partition}`);
  }

  resume(topic: string, partition: number): void {
    this.#paused.delete(`${topic}/${partition}`);
  }

  stop(): void {
    clearImmediate(this.#turn);
  }

  #readOn(readings: { topic: string; partition: number; offset: number }[]): void {
    this.#turn = setImmediate(() => {
      this.#readOn(readings);
      for (const reading of readings) {
        const { topic, partition, offset } = reading;
        if (this.#paused.has(`${topic}/${partition}`)) continue;
        const records = this.#log.read(topic, partition, offset, pieceRecords);
        reading.offset += records.length;
        this.#take(topic, partition, records, reading.offset);
      }
    });
  }
}
