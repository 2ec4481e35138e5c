import type { Topic } from '@earshot/contracts-core';
import { settlesWithin } from '@earshot/messaging';
import { Gauge } from 'prom-client';
import type { UnstoredCount, UnstoredEvents } from './unstored-events.js';

/** Shorter than a Prometheus scrape waits, so that a database that hangs leaves the other metrics. */
const countTimeoutMs = 4_000;

const gauged = new Map<Topic, UnstoredEvents>();

/** The counts of the scrape in progress: both gauges report the same ones. */
let counting: Promise<ReadonlyMap<Topic, UnstoredCount>> | undefined;

new Gauge({
  name: 'earshot_acknowledged_minus_stored',
  help: 'Acknowledged events that are not in the tables of this service, dead letters included, by topic.',
  labelNames: ['topic'],
  collect() {
    return report(this, 'all');
  },
});

new Gauge({
  name: 'earshot_events_overdue',
  help: 'Events acknowledged more than 30 s ago that are not in the tables, dead letters included, by topic.',
  labelNames: ['topic'],
  collect() {
    return report(this, 'overdue');
  },
});

/** Reports these topics in the metrics `earshot_acknowledged_minus_stored` and `earshot_events_overdue`. */
export function gaugeUnstored(events: UnstoredEvents, topics: readonly Topic[]): void {
  for (const topic of topics) gauged.set(topic, events);
}

async function report(gauge: Gauge<'topic'>, figure: keyof UnstoredCount): Promise<void> {
  counting ??= countAll().finally(() => (counting = undefined));
  for (const [topic, count] of await counting) gauge.set({ topic: topic.name }, count[figure]);
}

/** While broker or database is away, gauges keep their last values; other metrics report the outage. */
async function countAll(): Promise<ReadonlyMap<Topic, UnstoredCount>> {
  const counts = new Map<Topic, UnstoredCount>();
  const count = async (topic: Topic, events: UnstoredEvents) => {
    const counted = events.count(topic);
    if (await settlesWithin(counted, countTimeoutMs)) counts.set(topic, await counted);
  };
  await Promise.allSettled([...gauged].map(([topic, events]) => count(topic, events)));
  return counts;
}
