import type { Topic } from '@earshot/contracts-core';
import { Gauge } from 'prom-client';
import type { UnstoredEvents } from './unstored-events.js';

/** Who is asked of which topic. */
const asked = new Map<Topic, UnstoredEvents>();

new Gauge({
  name: 'earshot_acknowledged_minus_stored',
  help: 'Events that are acknowledged and not in the tables of this service, those among the dead letters included, by topic.',
  labelNames: ['topic'],
  async collect() {
    const tell = async (topic: Topic, events: UnstoredEvents) =>
      this.set({ topic: topic.name }, await events.count(topic));
    // While broker or database is away the figures of before stand: what is away says so itself.
    await Promise.allSettled([...asked].map(([topic, events]) => tell(topic, events)));
  },
});

/** Has `earshot_acknowledged_minus_stored` tell of these topics, whenever the metrics of the process are asked for. */
export function gaugeUnstored(events: UnstoredEvents, told: readonly Topic[]): void {
  for (const topic of told) asked.set(topic, events);
}
