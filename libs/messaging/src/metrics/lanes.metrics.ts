import { Counter, Gauge } from 'prom-client';

/** What the processes of a group read. */
export interface Subscription {
  readonly group: string;
  readonly topic: string;
}

/** What a process tells of its lanes whenever its metrics are asked for. */
export interface LaneMetrics {
  readonly subscriptions: readonly Subscription[];
  /** Records that the group has not handled. Rejects while the broker is away. */
  lag(subscription: Subscription): Promise<number>;
  /** By topic, how much work this process has under way, and how much it takes. */
  work(): readonly { readonly topic: string; readonly running: number; readonly limit: number }[];
}

/** A process has one; tests have several. */
const sources = new Set<LaneMetrics>();

new Gauge({
  name: 'earshot_consumer_lag_records',
  help: 'Records of a topic that this group has not handled yet, all its processes together: each of them tells the same.',
  labelNames: ['group', 'topic'],
  async collect() {
    const tell = async (figures: LaneMetrics, subscription: Subscription) =>
      this.set({ ...subscription }, await figures.lag(subscription));
    // While the broker is away the figures of before stand: that it is away is told by /readyz.
    await Promise.allSettled([...sources].flatMap((each) => each.subscriptions.map((one) => tell(each, one))));
  },
});

new Gauge({
  name: 'earshot_work_running',
  help: 'Requests that this process has taken from a work topic and not ended, those that wait for a model or a server included.',
  labelNames: ['topic'],
  collect() {
    for (const figures of sources) for (const { topic, running } of figures.work()) this.set({ topic }, running);
  },
});

new Gauge({
  name: 'earshot_work_limit',
  help: 'Requests of a work topic that this process takes at one time; one more is refused, and its caller tries another process.',
  labelNames: ['topic'],
  collect() {
    for (const figures of sources) for (const { topic, limit } of figures.work()) this.set({ topic }, limit);
  },
});

const lostWorkers = new Counter({
  name: 'earshot_work_lost_workers_total',
  help: 'Workers that died with a request of this process: retried on another one, or failed with worker_lost (begun stream, or third worker lost).',
  labelNames: ['topic', 'outcome'],
});

/** A worker died with a request. */
export function countLostWorker(topic: string, outcome: 'retried' | 'failed'): void {
  lostWorkers.inc({ topic, outcome });
}

/** Has the metrics of the process tell of these lanes. @returns what ends that. */
export function collectLaneMetrics(figures: LaneMetrics): () => void {
  sources.add(figures);
  return () => void sources.delete(figures);
}

const ignoredState = new Counter({
  name: 'earshot_state_records_refused_total',
  help: 'Records of a state topic that were ignored because they do not name the service that writes it.',
  labelNames: ['topic'],
});

/** A replica ignored a record of somebody else. */
export function countIgnoredState(topic: string): void {
  ignoredState.inc({ topic });
}
