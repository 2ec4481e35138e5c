import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
if (process.argv[2] === 'srv') {
  const words = 'What came of the order that I placed on Tuesday? It should have been here by now. '.repeat(6);
  const line =
    JSON.stringify({ messages: [{ role: 'user', content: words }], completion: words, metrics: { score: 0.5 } }) + '\n';
  const n = Math.floor(1048576 / line.length);
  const buf = Buffer.from(line.repeat(n));
  createServer(async (q, a) => {
    if (q.method === 'PUT') {
      for await (const _ of q);
      a.end();
      return;
    }
    a.writeHead(200, { 'content-length': buf.length * Number(process.argv[3]) });
    for (let i = 0; i < Number(process.argv[3]); i++) {
      if (!a.write(buf)) await new Promise((r) => a.once('drain', r));
    }
    a.end();
  }).listen(39872, () => process.send('up'));
} else if (!isMainThread) {
  const { Conversion } = await import('./apps/storage/dist/datasets/conversion.js');
  if (workerData.mode === 'all') {
    const { request } = await import('undici');
    const { piecesOf } = await import('./libs/storage-client/dist/pieces-of.js');
    const conv = new Conversion({ bytes: 0, lines: 0, rows: 0 });
    const { body } = await request('http://127.0.0.1:39872/');
    for await (const p of piecesOf(conv.rows(body), 16 << 20)) {
      const r = await request('http://127.0.0.1:39872/x', { method: 'PUT', body: p });
      await r.body.dump();
    }
    parentPort.postMessage(conv.state);
  } else {
    const conv = new Conversion({ bytes: 0, lines: 0, rows: 0 });
    const queue = [];
    let wake;
    parentPort.on('message', (m) => {
      queue.push(m);
      wake?.();
    });
    async function* input() {
      for (;;) {
        while (!queue.length) await new Promise((r) => (wake = r));
        const m = queue.shift();
        if (m === null) return;
        yield Buffer.from(m.buffer, m.byteOffset, m.byteLength);
        parentPort.postMessage({ took: 1 });
      }
    }
    for await (const rows of conv.rows(input())) parentPort.postMessage({ rows }, [rows.buffer]);
    parentPort.postMessage({ state: conv.state });
    parentPort.close();
  }
} else {
  const [mode, mib, young, old, batch] = [
    process.argv[2],
    process.argv[3],
    Number(process.argv[4]),
    Number(process.argv[5]),
    Number(process.argv[6] ?? 0),
  ];
  const c = fork(process.argv[1], ['srv', mib]);
  await new Promise((r) => c.once('message', r));
  globalThis.ballast = Array.from({ length: 400000 }, (_, i) => ({ a: i, b: 'x' + i, c: [i] }));
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  const b = rss();
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, rss());
  }, 50).unref();
  const h = monitorEventLoopDelay({ resolution: 10 });
  h.enable();
  const t = performance.now();
  const limits = {};
  if (young) limits.maxYoungGenerationSizeMb = young;
  if (old) limits.maxOldGenerationSizeMb = old;
  const w = new Worker(process.argv[1], { workerData: { mode }, resourceLimits: limits });
  w.on('error', (e) => {
    console.log(e.code);
    process.exit();
  });
  let out;
  if (mode === 'all') out = await new Promise((r) => w.once('message', r));
  else {
    const { request } = await import('undici');
    const { piecesOf } = await import('./libs/storage-client/dist/pieces-of.js');
    const { body } = await request('http://127.0.0.1:39872/');
    let credits = 4,
      give;
    const rows = [];
    let got;
    let state;
    w.on('message', (m) => {
      if (m.took) {
        credits++;
        give?.();
      } else if (m.rows) {
        rows.push(Buffer.from(m.rows.buffer));
        got?.();
      } else {
        state = m.state;
        got?.();
      }
    });
    (async () => {
      for await (const p of body) {
        while (credits === 0) await new Promise((r) => (give = r));
        credits--;
        w.postMessage(p);
      }
      w.postMessage(null);
    })();
    async function* all() {
      for (;;) {
        while (!rows.length) {
          if (state) return;
          await new Promise((r) => (got = r));
        }
        yield rows.shift();
      }
    }
    for await (const p of piecesOf(all(), 16 << 20)) {
      const r = await request('http://127.0.0.1:39872/x', { method: 'PUT', body: p });
      await r.body.dump();
    }
    out = state;
  }
  console.log(
    mode,
    young,
    old,
    JSON.stringify(out),
    ((performance.now() - t) / 1000).toFixed(1) + 's',
    (mib / ((performance.now() - t) / 1000)).toFixed(0) + ' MiB/s',
    'rss before',
    b | 0,
    'peak',
    peak | 0,
    'delay max',
    (h.max / 1e6) | 0,
    'p99',
    (h.percentile(99) / 1e6) | 0,
  );
  c.kill();
  process.exit();
}
