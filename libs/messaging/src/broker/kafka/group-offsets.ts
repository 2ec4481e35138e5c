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

  /** The first offset of each of these partitions that the group has not dealt with and that is still there. */
  async startOf(group: string, assignment: Assignment): Promise<Position[]> {
    const positions = Object.entries(assignment).map(async ([topic, partitions]) => {
      const [committed, bounds] = await Promise.all([
        this.#admin.committedOffsets(group, topic),
        this.#admin.bounds(topic),
      ]);
      return partitions.map((partition) => ({
        topic,
        partition,
        offset: Math.max(committed[partition] ?? 0, bounds[partition]?.first ?? 0),
      }));
    });
    return (await Promise.all(positions)).flat();
  }

  /** The first offset that the partition still has. */
  async firstOf(topic: string, partition: number): Promise<number> {
    return (await this.#admin.bounds(topic))[partition]?.first ?? 0;
  }
}
