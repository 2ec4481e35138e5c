import { createHash } from 'node:crypto';
import type { IncomingRecord, OutgoingRecord } from '../../src/broker/broker.port.js';

/** The partitions of one topic. */
export class MemoryLog {
  readonly partitions: IncomingRecord[][];
  readonly #name: string;
  /** The next offset of each partition. */
  readonly #ends: number[];

  constructor(name: string, partitions: number) {
    this.#name = name;
    this.#ends = Array.from({ length: partitions }, () => 0);
    this.partitions = Array.from({ length: partitions }, () => []);
  }

  /** Adds partitions, where it has fewer. */
  grow(partitions: number): void {
    while (this.partitions.length < partitions) {
      this.partitions.push([]);
      this.#ends.push(0);
    }
  }

  append({ partition, key, value, headers = {} }: OutgoingRecord): void {
    const number = partition ?? this.#partitionOf(key);
    const records = this.partitions[number];
    if (records === undefined) throw new Error(`${this.#name} has no partition ${number}`);
    const offset = this.#ends[number] ?? 0;
    this.#ends[number] = offset + 1;
    records.push({ topic: this.#name, partition: number, offset, timestamp: Date.now(), key, value, headers });
  }

  ends(): number[] {
    return [...this.#ends];
  }

  read(partition: number, from: number, limit: number): IncomingRecord[] {
    const records = this.partitions[partition] ?? [];
    // Offsets have gaps only where compaction was played: at most as many records lie before as offsets do.
    let begin = Math.min(from, records.length);
    while (begin > 0 && (records[begin - 1]?.offset ?? 0) >= from) begin -= 1;
    return records.slice(begin, begin + limit);
  }

  /** As if the records before this offset had been compacted away, though nothing came after them. */
  compactTail(end: number): void {
    this.#ends[0] = end;
  }

  #partitionOf(key: string | null): number {
    if (key === null) return Math.floor(Math.random() * this.partitions.length);
    return createHash('sha1').update(key).digest().readUInt32BE() % this.partitions.length;
  }
}
