import { beforeEach, describe, expect, it } from '@jest/globals';
import type { InteractionRecorded } from '@earshot/contracts-interactions';
import type { ObjectName } from '@earshot/contracts-storage';
import type { StoredObjects } from '@earshot/storage-client';
import { call, ids } from '../../test/chat-fixtures.js';
import { ObjectsDouble } from '../../test/objects-double.js';
import { LargeRecords, maxRecordBytes } from './large-records.js';

let objects: ObjectsDouble;
let records: LargeRecords;

beforeEach(() => {
  objects = new ObjectsDouble();
  records = new LargeRecords(objects as unknown as StoredObjects);
});

function aRecord(changes: Partial<InteractionRecorded> = {}): InteractionRecorded {
  return {
    response_id: 'chatcmpl-1',
    session_id: ids.session,
    project_id: ids.project,
    model_id: ids.model,
    model: 'shop/small',
    user: null,
    created_at: '2026-01-01T00:00:00.000Z',
    prompt_hash: '0'.repeat(64),
    messages: [{ role: 'user', content: 'Hello?' }],
    system_prompt: null,
    completions: [{ completion_id: ids.completion, index: 0, text: 'Hi', finish_reason: 'stop' }],
    parameters: {},
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    timings: { queue_ms: 0, first_token_ms: 1, total_ms: 2 },
    labels: {},
    tags: [],
    error: null,
    ...changes,
  };
}

const asking = (content: string) => [{ role: 'user', content }];
const saying = (...texts: string[]) =>
  texts.map((text, index) => ({ completion_id: ids.completion, index, text, finish_reason: 'stop' as const }));
const bytesOf = (record: InteractionRecorded) => Buffer.byteLength(JSON.stringify(record));

function kept(kind: ObjectName['kind'], part: InteractionRecorded['conversation']): unknown {
  const bytes = objects.kept({ kind, project_id: ids.project, name: part?.name ?? '' });
  expect(bytes?.length).toBe(part?.size);
  return JSON.parse(String(bytes)) as unknown;
}

describe('a record', () => {
  it('that fits stays unchanged, without a request', () => {
    const record = aRecord({ messages: asking('x'.repeat(800_000)) });
    objects.away = true;
    expect(records.fit(record, call)).toBe(record);
  });

  it('with too large reasoning refers to it after the texts', async () => {
    const reasoning = 'x'.repeat(1_000_000);
    const [first, second] = saying('a', 'b');
    const fitted = await records.fit(aRecord({ completions: [first!, { ...second!, reasoning }] }), call);
    expect(fitted.answers).toMatchObject({ has_reasoning: true });
    expect(kept('completion', fitted.answers)).toEqual(['a', 'b', '', reasoning]);
    expect(fitted.completions.map(({ text, reasoning: own }) => [text, own])).toEqual([
      ['', undefined],
      ['', undefined],
    ]);
  });

  it('with too large answers refers to them, and keeps them', async () => {
    const texts = ['x'.repeat(500_000), 'y'.repeat(500_000)];
    const record = aRecord({ completions: saying(...texts) });
    const fitting = await records.fit(record, call);
    const completions = saying('', '').map((one, index) => ({ ...one, beginning: texts[index]?.slice(0, 8_000) }));
    expect(fitting).toEqual({ ...record, completions, answers: fitting.answers });
    expect(kept('completion', fitting.answers)).toEqual(texts);
  });

  it('with too large messages refers to them, and keeps them', async () => {
    const record = aRecord({ messages: asking('語'.repeat(320_000)) });
    const fitting = await records.fit(record, call);
    expect(fitting).toEqual({ ...record, messages: [], conversation: fitting.conversation });
    expect(kept('conversation', fitting.conversation)).toEqual(record.messages);
  });

  it('fits, whichever part is large', async () => {
    const messages = asking('\u0001'.repeat(200_000));
    const metadata = { messages: [{ ...asking('')[0]!, metadata: ['x'.repeat(950_000)] }] };
    const parts = { messages: [{ role: 'user', content: [{ type: 'text' as const, text: 'x'.repeat(950_000) }] }] };
    const system_prompt = '\u0001'.repeat(65_536);
    for (const record of [
      aRecord({ messages, completions: saying('x'.repeat(4_000_000)), system_prompt }),
      aRecord({ ...metadata }),
      aRecord({ ...parts }),
      aRecord({
        messages: asking('x'.repeat(500_000)),
        labels: { a: 'x'.repeat(250_000) },
        tags: ['x'.repeat(250_000)],
      }),
    ]) {
      expect(bytesOf(await records.fit(record, call))).toBeLessThanOrEqual(maxRecordBytes);
    }
  });

  it('of a conversation from the bucket keeps it', async () => {
    const name: ObjectName = { kind: 'conversation', project_id: ids.project, name: 'chatcmpl-1.json' };
    objects.add(name, Buffer.from('[]'));
    const record = aRecord({ messages: [], conversation: { name: name.name, size: 2 } });
    expect(await records.fit(record, call)).toBe(record);
    expect(objects.kept(name)).toBeDefined();
  });

  it('whose parts cannot be kept is not published', async () => {
    objects.away = true;
    const fitting = Promise.resolve(records.fit(aRecord({ completions: saying('x'.repeat(2_000_000)) }), call));
    await expect(fitting).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('never refers to the answer of another process', async () => {
    const [one, other] = await Promise.all(
      ['x', 'y'].map(async (word) => records.fit(aRecord({ completions: saying(word.repeat(1_000_000)) }), call)),
    );
    expect(one?.answers?.name).not.toBe(other?.answers?.name);
  });
});
