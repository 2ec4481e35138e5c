import type { Topic } from '@earshot/contracts-core';
import { Gauge } from 'prom-client';
import type { UnstoredEvents } from './unstored-events.js';

const gauged = new Map<Topic, UnstoredEvents>();

new Gauge({
  name: 'earshot_acknowledged_minus_stored',
  help: 'Acknowledged events that are not in the tables of this service, dead letters included, by topic.',
  labelNames: ['topic'],
  async collect() {
    const measure = async (topic: Topic, events: UnstoredEvents) =>
      this.set({ topic: topic.name }, await events.count(topic));
    // While broker or database is away the gauge keeps its last value; other metrics report the outage.
    await Promise.allSettled([...gauged].map(([topic, events]) => measure(topic, events)));
  },
});

/** Reports these topics in the metric `earshot_acknowledged_minus_stored`. */
export function gaugeUnstored(events: UnstoredEvents, topics: readonly Topic[]): void {
  for (const topic of topics) gauged.set(topic, events);
}
