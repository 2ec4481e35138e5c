import type { Topic } from '@earshot/contracts-core';
import type { BrokerAdmin, Range } from '../broker/broker.port.js';
import { serviceUnavailable } from '../lane.errors.js';
import { Fence } from '../state/fence.js';
import { progressTimeoutMs } from '../timing.js';

/** End offsets of event topics and the committed offsets of this service. */
export class EventProgress {
  readonly #fences = new Map<string, Fence<Range[]>>();

  constructor(
    private readonly admin: BrokerAdmin,
    private readonly service: string,
  ) {}

  /** Current bounds of each partition. @throws AppError `service_unavailable` if the broker does not answer. */
  bounds({ name }: Topic): Promise<Range[]> {
    let fence = this.#fences.get(name);
    if (fence === undefined) this.#fences.set(name, (fence = new Fence(() => this.admin.bounds(name))));
    return fence.end(progressTimeoutMs);
  }

  /**
   * Committed offset of each partition, at most a second old. All records below it are handled, skipped or dead
   * letters.
   *
   * @param group the handler's group within the service, if any.
   * @throws AppError `service_unavailable` if the broker does not answer.
   */
  async committed(topic: Topic, group?: string): Promise<number[]> {
    try {
      return await this.admin.committedOffsets(eventGroup(this.service, topic, group), topic.name);
    } catch (error) {
      throw serviceUnavailable(error);
    }
  }
}

/** Name of the consumer group of a service for an event topic. */
export function eventGroup(service: string, topic: Pick<Topic, 'name'>, group?: string): string {
  return [service, group, topic.name].filter(Boolean).join('.');
}
