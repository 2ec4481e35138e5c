/**
 * Measures throughput with several inference processes and a slow provider. Runs once per number of processes.
 *
 * Environment: EARSHOT_URL, EARSHOT_ADMIN_KEY, EARSHOT_RUN_DIR (set by infra/local/bench.mjs), BENCH_REPLICAS
 * (processes per service, JSON), BENCH_OUT (file for the figures as JSON).
 */
import { writeFileSync } from 'node:fs';
import { Child } from './child.mjs';
import { earshotTarget } from './earshot.mjs';
import { number, table } from './markdown.mjs';
import { processorMs } from './processor-time.mjs';
import { sum } from './statistics.mjs';

/** Time of a chat at the provider, in milliseconds. */
const answerMs = 1_000;
/** Chats in flight per process: its connections to one provider. */
const inFlightEach = 256;
const seconds = 20;

const { inference = 1 } = JSON.parse(process.env.BENCH_REPLICAS ?? '{}');
const provider = new Child('mock-provider.mjs');
const client = new Child('load-client.mjs');
try {
  const [{ port }] = await Promise.all([provider.output(), client.output()]);
  await provider.ask({ answerMs });
  const target = await earshotTarget(`http://127.0.0.1:${port}`);
  const order = {
    url: target.url,
    headers: target.headers,
    body: JSON.stringify({ model: target.model, messages: [{ role: 'user', content: 'Hi' }] }),
    inFlight: inFlightEach * inference,
  };
  await client.ask({ ...order, seconds: 5 });
  const before = sum(processorMs(target.pids));
  const { perSecond, p50Ms, p99Ms, errors } = await client.ask({ ...order, seconds });
  const cores = (sum(processorMs(target.pids)) - before) / (seconds * 1_000);
  const failed = sum(errors);
  const most = (order.inFlight * 1_000) / answerMs;
  const figures = { inference, inFlight: order.inFlight, most, perSecond, p50Ms, p99Ms, failed, cores };
  console.log(
    table(
      ['inference processes', 'under way', 'at most/s', 'answered/s', 'p50 ms', 'p99 ms', 'failed', 'cores'],
      [[String(inference), ...[order.inFlight, most, perSecond, p50Ms, p99Ms, failed, cores].map(number)]],
    ),
  );
  if (process.env.BENCH_OUT) writeFileSync(process.env.BENCH_OUT, JSON.stringify(figures));
} finally {
  client.stop();
  provider.stop();
}
