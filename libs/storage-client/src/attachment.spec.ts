import { expect, it } from '@jest/globals';
import { attachmentOf } from './attachment.js';

it.each([
  ['dataset', 'original', 'attachment; filename=tickets.jsonl'],
  ['dataset', 'recipe', 'attachment; filename=tickets.jsonl'],
  ['dataset', 'manifest', 'attachment; filename=tickets.manifest.jsonl'],
  ['recipe', 'original', 'attachment; filename=tickets.zip'],
  ['artifact', 'original', `attachment; filename="Gr??e.bin"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.bin`],
] as const)('a %s in the format %s is %s', (kind, format, expected) => {
  const key = kind === 'artifact' ? null : 'tickets';
  expect(attachmentOf({ kind, format }, { key, name: 'Größe.bin' })).toBe(expected);
});
