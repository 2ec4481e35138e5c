import type { MemoryConsumer } from './memory-consumer.js';
import type { MemoryLog } from './memory-log.js';

/** A consumer group: who is in it, what is committed, who has which partition. */
export class MemoryGroup {
  readonly members: MemoryConsumer[] = [];
  readonly #committed = new Map<string, number>();
  readonly #logs: ReadonlyMap<string, MemoryLog>;

  constructor(logs: ReadonlyMap<string, MemoryLog>) {
    this.#logs = logs;
  }

  committed(topic: string, partition: number): number {
    return this.#committed.get(`${topic}/${partition}`) ?? 0;
  }

  commit(topic: string, partition: number, offset: number): void {
    this.#committed.set(`${topic}/${partition}`, offset);
  }

  /** Deals the partitions of every topic to the members that subscribe to it, one after the other. */
  rebalance(): void {
    const assignments = this.members.map(() => new Set<string>());
    const topics = new Set(this.members.flatMap(({ options }) => options.topics));
    for (const topic of topics) {
      const subscribed = this.members.flatMap(({ options }, index) => (options.topics.includes(topic) ? [index] : []));
      const count = this.#logs.get(topic)?.partitions.length ?? 0;
      for (let partition = 0; partition < count; partition += 1) {
        const member = subscribed[partition % subscribed.length];
        if (member !== undefined) assignments[member]?.add(`${topic}/${partition}`);
      }
    }
    // First everybody lets go, then everybody takes: as in Kafka, nothing is read twice that was committed.
    this.members.forEach((member, index) => member.revokeAllBut(assignments[index] ?? new Set()));
    this.members.forEach((member, index) => member.assign(assignments[index] ?? new Set()));
  }
}
