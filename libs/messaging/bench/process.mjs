/** Text that makes a body of 600 bytes. */
const text = 'x'.repeat(600 - '{"text":""}'.length);

/**
 * Keeps so many requests under way for so long.
 *
 * @param order { inFlight, warmUpMs, measureMs }
 * @returns {Promise<{ perSecond: number, p50Ms: number, p99Ms: number, longestMs: number, cpuMs: number }>} cpuMs: of
 *   this process, a request.
 */
export async function measured({ inFlight, warmUpMs, measureMs }, ask) {
  await during(inFlight, warmUpMs, ask);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const latencies = await during(inFlight, measureMs, ask);
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
    cpuMs: (user + system) / 1000 / latencies.length,
  };
}

async function during(inFlight, durationMs, ask) {
  const latencies = [];
  const until = performance.now() + durationMs;
  const one = async () => {
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await ask(text);
      latencies.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return latencies;
}

/** Does what the parent process asks for, until it says stop or goes away. */
export function answerOrders(actions, close) {
  let lastCpu = process.cpuUsage();
  const stop = async () => {
    await close();
    process.exit(0);
  };
  process.on('message', async ({ action, order }) => {
    if (action === 'stop') await stop();
    else if (action === 'cpu') {
      const { user, system } = process.cpuUsage(lastCpu);
      lastCpu = process.cpuUsage();
      process.send({ cpuMs: (user + system) / 1000 });
    } else process.send(await actions[action](order));
  });
  process.on('disconnect', stop);
  process.send({ ready: true });
}
