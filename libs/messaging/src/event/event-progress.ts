import type { Topic } from '@earshot/contracts-core';
import type { BrokerAdmin } from '../broker/broker.port.js';
import { serviceUnavailable } from '../send/refusals.js';
import { eventGroup } from './event-group.js';

/** What a partition of a topic holds: offsets from the first one to the one before the end. */
export interface PartitionBounds {
  readonly first: number;
  readonly end: number;
}

/** How far event topics go, and how far the processes of this service are through with them, whichever of them reads which partition. */
export class EventProgress {
  constructor(
    private readonly admin: BrokerAdmin,
    private readonly service: string,
  ) {}

  /** What each partition holds now, by its number. @throws AppError `service_unavailable` if the broker does not say. */
  bounds(topic: Topic): Promise<PartitionBounds[]> {
    return asked(this.admin.bounds(topic.name));
  }

  /**
   * By partition, the offset below which everything was handled, skipped or put aside. It follows after a second: what has been committed.
   *
   * @param group name within the service, where the handler has one. @throws AppError `service_unavailable` if the broker does not say.
   */
  committed(topic: Topic, group?: string): Promise<number[]> {
    return asked(this.admin.committedOffsets(eventGroup(this.service, topic, group), topic.name));
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw serviceUnavailable(error);
  }
}
