import { Gauge } from 'prom-client';

/** Waiting requests by kind of provider. Only the latest counter of each kind counts: tests create several. */
const waitingCounts = new Map<string, () => number>();

new Gauge({
  name: 'earshot_provider_waiting_requests',
  help: 'Requests that wait for an embedded model (llama) or a connection to a model server (openai).',
  labelNames: ['provider'],
  collect() {
    for (const [provider, count] of waitingCounts) this.set({ provider }, count());
  },
});

/** Registers the counter of waiting requests of a kind. */
export function gaugeWaiting(provider: string, count: () => number): void {
  waitingCounts.set(provider, count);
}
