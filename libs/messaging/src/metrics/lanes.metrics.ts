import { Counter, Gauge } from 'prom-client';

/** A topic that a consumer group reads. */
export interface Subscription {
  readonly group: string;
  readonly topic: string;
}

/** Values that a process reports at each scrape. */
export interface LaneMetrics {
  readonly subscriptions: readonly Subscription[];
  /** Consumer lag in records. Rejects while the broker is unavailable. */
  lag(subscription: Subscription): Promise<number>;
  /** Number of replicas of the topic that are not in sync. Rejects while the broker is unavailable. */
  missingReplicas(topic: string): Promise<number>;
  /** By topic, running requests and their limit. */
  work(): readonly { readonly topic: string; readonly running: number; readonly limit: number }[];
}

/** A process has one; tests have several. */
const sources = new Set<LaneMetrics>();

new Gauge({
  name: 'earshot_consumer_lag_records',
  help: 'Lag of the consumer group, in records. Every process reports the same value.',
  labelNames: ['group', 'topic'],
  async collect() {
    const report = async (lanes: LaneMetrics, subscription: Subscription) =>
      this.set({ ...subscription }, await lanes.lag(subscription));
    // While the broker is unavailable the last values stay; /readyz reports the outage.
    await Promise.allSettled([...sources].flatMap((lanes) => lanes.subscriptions.map((one) => report(lanes, one))));
  },
});

new Gauge({
  name: 'earshot_kafka_missing_replicas',
  help: 'Replicas of the topic that are not in sync, or whose broker is away. Every process reports the same value.',
  labelNames: ['topic'],
  async collect() {
    const report = async (lanes: LaneMetrics, topic: string) => this.set({ topic }, await lanes.missingReplicas(topic));
    const topicsOf = (lanes: LaneMetrics) => new Set(lanes.subscriptions.map(({ topic }) => topic));
    await Promise.allSettled(
      [...sources].flatMap((lanes) => [...topicsOf(lanes)].map((topic) => report(lanes, topic))),
    );
  },
});

new Gauge({
  name: 'earshot_work_running',
  help: 'Requests of a work topic in this process, in progress or waiting.',
  labelNames: ['topic'],
  collect() {
    for (const figures of sources) for (const { topic, running } of figures.work()) this.set({ topic }, running);
  },
});

new Gauge({
  name: 'earshot_work_limit',
  help: 'Maximum number of concurrent requests of a work topic in this process.',
  labelNames: ['topic'],
  collect() {
    for (const figures of sources) for (const { topic, limit } of figures.work()) this.set({ topic }, limit);
  },
});

const lostWorkers = new Counter({
  name: 'earshot_work_lost_workers_total',
  help: 'Workers lost during a request of this process, by outcome: retried on another worker, or failed with worker_lost.',
  labelNames: ['topic', 'outcome'],
});

/** Counts a worker that was lost during a request. */
export function countLostWorker(topic: string, outcome: 'retried' | 'failed'): void {
  lostWorkers.inc({ topic, outcome });
}

/** Adds lanes to the metrics of the process. @returns a function that removes them. */
export function collectLaneMetrics(lanes: LaneMetrics): () => void {
  sources.add(lanes);
  // A counter that first appears with 1 has not increased for Prometheus.
  for (const { topic } of lanes.subscriptions)
    for (const reason of ['invalid', 'failed']) deadLetters.inc({ topic, reason }, 0);
  return () => void sources.delete(lanes);
}

const ignoredState = new Counter({
  name: 'earshot_state_records_refused_total',
  help: 'Records of a state topic ignored because another service wrote them.',
  labelNames: ['topic'],
});

/** Counts a record that a replica ignored because another service wrote it. */
export function countIgnoredState(topic: string): void {
  ignoredState.inc({ topic });
}

const deadLetters = new Counter({
  name: 'earshot_dead_letters_total',
  help: 'Messages moved to dead letters, by source topic and reason.',
  labelNames: ['topic', 'reason'],
});

/** Counts a record of a topic that became a dead letter. */
export function countDeadLetter(topic: string, reason: 'invalid' | 'failed'): void {
  deadLetters.inc({ topic, reason });
}
