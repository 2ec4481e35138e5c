import { request, Agent } from 'undici';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { fork } from 'node:child_process';
if (process.argv[2] === 'srv') {
  const buf = Buffer.alloc(1 << 20, 'x');
  createServer(async (q, a) => {
    a.writeHead(200, { 'content-length': buf.length * 1024 });
    for (let i = 0; i < 1024; i++) if (!a.write(buf)) await new Promise((r) => a.once('drain', r));
    a.end();
  }).listen(39874, () => process.send('up'));
} else {
  const c = fork(process.argv[1], ['srv']);
  await new Promise((r) => c.once('message', r));
  globalThis.ballast = Array.from({ length: 400000 }, (_, i) => ({ a: i, b: 'x' + i, c: [i] }));
  let peak = { rss: 0 };
  const m0 = process.memoryUsage();
  const h = createHash('sha256');
  const { body } = await request('http://127.0.0.1:39874/');
  let n = 0;
  for await (const p of body) {
    h.update(p);
    if (++n % 500 === 0) {
      const m = process.memoryUsage();
      if (m.rss > peak.rss) peak = m;
    }
  }
  const f = (m) => Object.fromEntries(Object.entries(m).map(([k, v]) => [k, v >> 20]));
  console.log(process.execArgv, n, f(m0), f(peak), f(process.memoryUsage()));
  c.kill();
  process.exit();
}
