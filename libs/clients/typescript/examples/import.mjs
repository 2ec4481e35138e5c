import { Earshot } from '@earshot/client';

const lines = ['Hello!', 'Good morning!'].map((completion) =>
  JSON.stringify({ project: 'demo', prompt: 'Hi', completion, labels: { channel: 'chat' } }),
);
const { interactions } = new Earshot();
for await (const { nextLine, results } of interactions.importLines(lines, {
  idempotencyKey: 'history-2026-01', // the same key and lines are stored once
  startLine: 1, // nextLine of an interrupted import
})) {
  const rejected = results.filter((result) => 'error' in result);
  console.log('imported up to line', nextLine - 1, 'rejected:', rejected);
}
