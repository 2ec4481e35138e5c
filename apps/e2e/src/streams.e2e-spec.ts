import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, send, makeProject } from './support/api.js';
import { ScriptedProvider } from './support/provider.js';
import { until } from './support/until.js';

jest.setTimeout(60_000);

describe('streams', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    await addModel(project, baseUrl);
  });

  afterAll(() => provider.stop());

  /** Begins a stream and reads until its first word is there. */
  async function begin(signal?: AbortSignal) {
    const body = { model: project.key, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    const response = await send('POST', '/api/v1/chat/completions', { key: project.apiKey, body, signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (response.status !== 200 || !reader) throw new Error(`no stream, but status ${response.status}`);
    let text = '';
    const readUntil = async (isEnough: () => boolean) => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        if (isEnough()) return;
      }
    };
    await readUntil(() => text.includes('first'));
    return { rest: () => readUntil(() => false).then(() => text) };
  }

  it('200 streams at once all begin before any ends, and all complete', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    provider.script = { words: ['first', ...Array<string>(9).fill('.')], gate };
    const begun = await Promise.all(Array.from({ length: 200 }, () => begin()));
    open();
    const texts = await Promise.all(begun.map(({ rest }) => rest()));
    expect(texts.filter((text) => wordsOf(text) !== 'first.........')).toEqual([]);
    expect(texts.filter((text) => !text.endsWith('data: [DONE]\n\n'))).toEqual([]);
  });

  it('close the connection to the provider within a second when their client disconnects', async () => {
    // Without an end by itself, so that it is free only if it was freed.
    provider.script = { words: ['first', ...Array<string>(1_000).fill('.')], delayMs: 50 };
    const before = provider.abandoned;
    const client = new AbortController();
    const streams = await Promise.all(Array.from({ length: 10 }, () => begin(client.signal)));
    const leftAt = Date.now();
    client.abort();
    await Promise.allSettled(streams.map(({ rest }) => rest()));
    await until(() => provider.abandoned >= before + 10, 20_000, 20);
    expect(provider.abandoned).toBe(before + 10);
    // A second is promised; the rest is for a machine that is busy with other things.
    expect(Date.now() - leftAt).toBeLessThan(10_000);
  });
});

/** Words that came together may be one piece. */
function wordsOf(text: string): string {
  return [...text.matchAll(/"content":"([^"]*)"/g)].map(([, words]) => words).join('');
}
