import type { Topic } from '@earshot/contracts-core';
import type { BrokerAdmin } from '../broker/broker.port.js';
import { serviceUnavailable } from '../lane.errors.js';
import { Fence } from '../state/fence.js';
import { progressTimeoutMs } from '../timing.js';

/** What a partition of a topic holds: offsets from the first one to the one before the end. */
export interface PartitionBounds {
  readonly first: number;
  readonly end: number;
}

/** How far event topics go, and how far the processes of this service are through with them, whichever of them reads which partition. */
export class EventProgress {
  readonly #fences = new Map<string, Fence<PartitionBounds[]>>();

  constructor(
    private readonly admin: BrokerAdmin,
    private readonly service: string,
  ) {}

  /** What each partition holds now, by its number. @throws AppError `service_unavailable` if the broker does not say. */
  bounds({ name }: Topic): Promise<PartitionBounds[]> {
    let fence = this.#fences.get(name);
    if (fence === undefined) this.#fences.set(name, (fence = new Fence(() => this.admin.bounds(name))));
    return fence.end(progressTimeoutMs);
  }

  /**
   * By partition, the offset below which everything was handled, skipped or put aside. It follows after a second: what has been committed.
   *
   * @param group name within the service, where the handler has one. @throws AppError `service_unavailable` if the broker does not say.
   */
  async committed(topic: Topic, group?: string): Promise<number[]> {
    try {
      return await this.admin.committedOffsets(eventGroup(this.service, topic, group), topic.name);
    } catch (error) {
      throw serviceUnavailable(error);
    }
  }
}

/** Name of the consumer group in which the processes of a service share the partitions of an event topic. */
export function eventGroup(service: string, topic: Pick<Topic, 'name'>, group?: string): string {
  return [service, group, topic.name].filter(Boolean).join('.');
}
