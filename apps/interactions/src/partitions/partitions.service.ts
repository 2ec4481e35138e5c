import { Injectable } from '@nestjs/common';
import { partitionOf, partitionsAhead, type Partition } from './month.js';
import { PartitionsRepository } from './partitions.repository.js';

/** Made ahead, so that a month begins without anybody noticing; and a service that stands still for two has other troubles. */
const monthsAhead = 2;

/** Sees to it that there is a partition for every row that is written. */
@Injectable()
export class PartitionsService {
  /** Those that are there for certain: there are few, and none goes away. */
  readonly #made = new Set<string>();

  constructor(private readonly repository: PartitionsRepository) {}

  /** Makes those of this month and of the next ones. */
  async ensureAhead(now: Date): Promise<void> {
    await this.#ensure(partitionsAhead(now, monthsAhead));
  }

  /** Makes those that are missing for rows of these times, RFC 3339 in UTC. To be called before the transaction that writes them. */
  async ensureFor(times: Iterable<string>): Promise<void> {
    const missing = new Map<string, Partition>();
    for (const time of times) {
      const partition = partitionOf(time);
      if (!this.#made.has(partition.suffix)) missing.set(partition.suffix, partition);
    }
    await this.#ensure([...missing.values()]);
  }

  async #ensure(partitions: readonly Partition[]): Promise<void> {
    for (const partition of partitions) {
      if (this.#made.has(partition.suffix)) continue;
      await this.repository.create(partition);
      this.#made.add(partition.suffix);
    }
  }
}
