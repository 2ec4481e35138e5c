import type { Position } from '../consumer-positions.js';
import type { KafkaAdmin } from './kafka-admin.js';

/** Which partitions of a topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

/** Where a group has got to. */
export class GroupOffsets {
  readonly #admin: KafkaAdmin;

  constructor(admin: KafkaAdmin) {
    this.#admin = admin;
  }

  /** The first offset of each of these partitions that the group has not dealt with. */
  async startOf(group: string, assignment: Assignment): Promise<Position[]> {
    const topics = Object.keys(assignment);
    if (topics.length === 0) return [];
    const committed = await this.#admin.committedOffsets(group, topics);
    const positions: Position[] = [];
    for (const [topic, partitions] of Object.entries(assignment)) {
      const ofTopic = committed.get(topic) ?? [];
      const isNew = partitions.some((partition) => ofTopic[partition] === undefined);
      const first = isNew ? await this.#admin.startOffsets(topic) : [];
      for (const partition of partitions)
        positions.push({ topic, partition, offset: ofTopic[partition] ?? first[partition] ?? 0 });
    }
    return positions;
  }

  /** The first offset that the partition still has. */
  async firstOf(topic: string, partition: number): Promise<number> {
    return (await this.#admin.startOffsets(topic))[partition] ?? 0;
  }
}
