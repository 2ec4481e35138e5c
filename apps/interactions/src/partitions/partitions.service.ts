import { Injectable } from '@nestjs/common';
import { partitionOf, partitionsAhead, type Partition } from './month.js';
import { PartitionsRepository } from './partitions.repository.js';

/** Partitions created ahead, so that the start of a month needs none. */
const monthsAhead = 2;

/** Creates the partitions of all rows. */
@Injectable()
export class PartitionsService {
  /** Suffixes of partitions that exist; none is ever deleted. */
  readonly #existing = new Set<string>();

  constructor(private readonly repository: PartitionsRepository) {}

  /** Creates the partitions of this month and of the next ones. */
  async ensureAhead(now: Date): Promise<void> {
    await this.#ensure(partitionsAhead(now, monthsAhead));
  }

  /** Creates missing partitions for these times, RFC 3339 in UTC. Call it before the transaction. */
  async ensureFor(times: Iterable<string>): Promise<void> {
    const missing = new Map<string, Partition>();
    for (const time of times) {
      const partition = partitionOf(time);
      if (!this.#existing.has(partition.suffix)) missing.set(partition.suffix, partition);
    }
    await this.#ensure([...missing.values()]);
  }

  async #ensure(partitions: readonly Partition[]): Promise<void> {
    for (const partition of partitions) {
      if (this.#existing.has(partition.suffix)) continue;
      await this.repository.create(partition);
      this.#existing.add(partition.suffix);
    }
  }
}
