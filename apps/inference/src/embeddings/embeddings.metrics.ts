import { Counter, Histogram } from 'prom-client';

/** Requests for vectors that reached a provider. Projects and models are not labels: their number has no bound. */
const requests = new Counter({
  name: 'earshot_embeddings_requests_total',
  help: 'Embeddings requests that reached a provider, by provider kind and outcome.',
  labelNames: ['provider', 'outcome'],
});

const durations = new Histogram({
  name: 'earshot_embeddings_seconds',
  help: 'Time to get the vectors of one request from the provider.',
  labelNames: ['provider'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const inputs = new Counter({
  name: 'earshot_embeddings_inputs_total',
  help: 'Embedded texts.',
  labelNames: ['provider'],
});

const tokens = new Counter({
  name: 'earshot_embeddings_tokens_total',
  help: 'Tokens of embedded texts, as counted by the providers.',
  labelNames: ['provider'],
});

/** Counts a request that got its vectors. */
export function countEmbeddings(provider: string, done: { texts: number; promptTokens: number; ms: number }): void {
  requests.inc({ provider, outcome: 'done' });
  durations.observe({ provider }, done.ms / 1_000);
  inputs.inc({ provider }, done.texts);
  tokens.inc({ provider }, done.promptTokens);
}

/** Counts a request that got none. */
export function countNoEmbeddings(provider: string, outcome: 'cancelled' | 'error'): void {
  requests.inc({ provider, outcome });
}
