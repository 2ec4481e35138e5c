import { Gauge } from 'prom-client';

/** Who waits, by kind of provider. Only what the process has now is kept: tests make several. */
const rooms = new Map<string, () => number>();

new Gauge({
  name: 'earshot_provider_waiting_requests',
  help: 'Requests that wait in this process for an embedded model (llama) or for a connection to a model server (openai).',
  labelNames: ['provider'],
  collect() {
    for (const [provider, count] of rooms) this.set({ provider }, count());
  },
});

/** Has the metrics tell how many requests wait for providers of a kind. */
export function gaugeWaiting(provider: string, count: () => number): void {
  rooms.set(provider, count);
}
