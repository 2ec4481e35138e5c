import path from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { collect, finishOf, answerTextOf } from '../../../test/providers/collect.js';
import type { ProviderMessage } from '../model-provider.js';
import { LlamaProvider } from './llama-provider.js';
import { LLAMA_DEFAULTS } from './llama-settings.js';

// Starting an engine and loading models takes seconds where other suites keep the cores busy.
jest.setTimeout(60_000);

const models = path.resolve(import.meta.dirname, '../../../../../models');
const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const provider = new LlamaProvider({ ...LLAMA_DEFAULTS, modelsDirs: [models] }, silent);
afterAll(() => provider.close());

async function answer(modelFile: string, ...messages: ProviderMessage[]) {
  const request = {
    messages,
    choices: 1,
    stream: true,
    project: 't',
    sessionId: 's',
    parameters: { temperature: 0, max_tokens: 200 },
  };
  return collect(provider.chat({ kind: 'llama', modelFile }, request, new AbortController().signal));
}

describe('the demo model of the repository', () => {
  it.each([
    ['Hello!', /^Hello! I am the demo model of Earshot/],
    ['What is Earshot?', /language models .* feedback/],
    ['Where is my API key?', / \.local\/demo-key/],
  ])('answers "%s", and stops by itself', async (content, expected) => {
    const events = await answer('earshot-demo.gguf', { role: 'user', content });
    expect(answerTextOf(events)).toMatch(expected);
    expect(finishOf(events)).toMatchObject({ finishReason: 'stop' });
  });

  it('has a weaker one beside it', async () => {
    expect(answerTextOf(await answer('earshot-demo-small.gguf', { role: 'user', content: 'Hello!' }))).not.toBe('');
  });
});
