import { openAsBlob, writeFileSync } from 'node:fs';
import { Earshot } from '@earshot/client';

writeFileSync('tickets.jsonl', '{"prompt": "Hi", "completion": "Hello!"}\n'.repeat(1_000));

const { datasets } = new Earshot();
const dataset = await datasets.upload(
  { project: 'demo', key: `tickets-${Date.now()}`, file: await openAsBlob('tickets.jsonl') },
  {
    onSession: (sessionId) => console.log('to resume, pass', { sessionId }),
    onProgress: (progress) => console.log(progress),
  },
);
console.log(dataset.status, dataset.rows);

const { bytes } = await datasets.download({ project: 'demo', dataset: dataset.key });
let size = 0;
for await (const chunk of bytes) size += chunk.length;
console.log(size, 'bytes');
