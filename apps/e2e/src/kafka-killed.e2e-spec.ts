import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addModel, makeProject, send } from './support/api.js';
import { areReady, killHard } from './support/processes.js';
import { ScriptedProvider } from './support/provider.js';

// Kafka starts again after a back-off.
jest.setTimeout(120_000);

describe('Kafka, killed while a model generates', () => {
  const provider = new ScriptedProvider();
  let project: Awaited<ReturnType<typeof makeProject>>;

  beforeAll(async () => {
    const baseUrl = await provider.start();
    project = await makeProject();
    await addModel(project, baseUrl);
  });

  // What comes next, here or in another suite, is about an installation that is well.
  afterEach(areReady);

  afterAll(() => provider.stop());

  it.each([
    ['streamed', true],
    ['whole', false],
  ])(
    'delays a complete %s answer until its record is acknowledged, and neither loses nor repeats it',
    async (_, stream) => {
      const gate = Promise.withResolvers<void>();
      provider.script = { words: ['all', ' there'], gate: gate.promise };
      provider.requests.length = 0;
      const asked = provider.nextRequest();
      const body = { model: `${project.key}/m`, stream, messages: [{ role: 'user', content: 'Hi' }] };
      const answering = send('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
      await asked;
      // The caller of a stream has its first text.
      if (stream) await answering;
      killHard('kafka');
      gate.resolve();
      const answer = await answering;
      const text = await answer.text();
      expect([answer.status, provider.requests.length]).toEqual([200, 1]);
      expect(text).toContain(stream ? '[DONE]' : 'all there');
      expect(text).not.toContain('"error"');
    },
  );
});
