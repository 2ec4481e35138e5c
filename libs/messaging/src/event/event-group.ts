import type { Topic } from '@earshot/contracts-core';

/** Name of the consumer group in which the processes of a service share the partitions of an event topic. */
export function eventGroup(service: string, topic: Pick<Topic, 'name'>, group?: string): string {
  return [service, group, topic.name].filter(Boolean).join('.');
}
