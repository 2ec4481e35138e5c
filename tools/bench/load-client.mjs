/**
 * The load client, in its own process: keeps a number of requests in flight on keep-alive connections (closed loop).
 */
import { Connection } from './connection.mjs';
import { percentile } from './statistics.mjs';

/** Delay after an error; otherwise the loop would measure only errors. */
const refusedPauseMs = 20;

process.on('message', async (order) => process.send(await load(order)));
process.on('disconnect', () => process.exit(0));
process.send('ready');

/**
 * @param {{ url: string, headers: Record<string, string>, body: string | string[], inFlight: number, seconds: number, thinkMs?: number, each?: boolean }} order
 *   `body`: several bodies are sent round-robin; `thinkMs`: maximum random pause before a request; `each`: return every
 *   exchange.
 */
async function load({ url, headers, body, inFlight, seconds, thinkMs = 0, each = false }) {
  const { hostname, port, pathname, host } = new URL(url);
  const requests = [body].flat().map((text) => {
    const fields = { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
  });
  let turn = 0;
  const nextRequest = () => requests[(turn += 1) % requests.length];
  const exchanges = [];
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, () => {
      const connection = new Connection({ host: hostname, port: Number(port) });
      return loop(connection, nextRequest, { until, thinkMs }, exchanges);
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return figuresOf(exchanges, elapsedMs, (user + system) / 1000, each);
}

function loop(connection, nextRequest, { until, thinkMs }, exchanges) {
  return new Promise((resolve) => {
    const send = () => connection.send(nextRequest(), onEnd);
    const next = () => {
      if (performance.now() < until) return thinkMs > 0 ? setTimeout(send, Math.random() * thinkMs) : send();
      connection.close();
      resolve();
    };
    const onEnd = (exchange) => {
      exchanges.push(exchange);
      if (exchange.error === null) next();
      else setTimeout(next, refusedPauseMs);
    };
    next();
  });
}

function figuresOf(exchanges, elapsedMs, clientCpuMs, each) {
  const good = exchanges.filter(({ error }) => error === null);
  const sorted = (name) => good.map((exchange) => exchange[name]).sort((a, b) => a - b);
  const [totals, firstBytes, gaps] = ['totalMs', 'firstByteMs', 'gapMs'].map(sorted);
  const errors = {};
  for (const { error } of exchanges) if (error !== null) errors[error] = (errors[error] ?? 0) + 1;
  return {
    count: exchanges.length,
    perSecond: (good.length / elapsedMs) * 1000,
    p50Ms: percentile(totals, 0.5),
    p99Ms: percentile(totals, 0.99),
    ttftP50Ms: percentile(firstBytes, 0.5),
    ttftP99Ms: percentile(firstBytes, 0.99),
    gapP50Ms: percentile(gaps, 0.5),
    gapP99Ms: percentile(gaps, 0.99),
    clientCpuMs: clientCpuMs / exchanges.length,
    errors,
    ...(each && { totalsMs: totals, firstBytesMs: firstBytes }),
  };
}
