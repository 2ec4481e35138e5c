import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { readFileSync } from 'node:fs';
if (!isMainThread) {
  const { convertLine } = await import('./apps/storage/dist/datasets/convert-line.js');
  const mk = {
    ascii: () => Buffer.from(JSON.stringify({ prompt: 'x'.repeat(15.9e6) })),
    wide: () => Buffer.from(JSON.stringify({ prompt: 'я'.repeat(7.9e6) })),
    esc: () => Buffer.from('{"prompt":"' + '\\u044f'.repeat(2.6e6) + '"}'),
    messages: () => Buffer.from('{"messages":[' + Array(450000).fill('{"role":"user","content":"a"}').join(',') + ']}'),
    nest: () => Buffer.from('{"prompt":"a","metadata":{"x":[' + Array(5300000).fill('[]').join(',') + ']}}'),
    keys: () =>
      Buffer.from(
        '{"prompt":"a","metadata":{' + Array.from({ length: 1200000 }, (_, i) => '"k' + i + '":1').join(',') + '}}',
      ),
  };
  for (let i = 0; i < 3; i++) {
    const b = mk[workerData]();
    const t = performance.now();
    const r = convertLine(b);
    console.log(workerData, b.length, ((performance.now() - t) | 0) + 'ms', r.fault?.slice(0, 200) ?? r.row.length);
  }
  parentPort.close();
} else {
  const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  let peak = 0;
  setInterval(() => (peak = Math.max(peak, rss())), 20).unref();
  const b = rss();
  const w = new Worker(process.argv[1], {
    workerData: process.argv[2],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: Number(process.argv[3]) },
  });
  w.on('error', (e) => console.log(process.argv[2], e.code));
  w.on('exit', () => console.log(process.argv[2], process.argv[3], 'rss', b | 0, 'peak', peak | 0));
}
