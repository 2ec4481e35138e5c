import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { addModel, makeProject, send } from '../support/api.js';
import { freezeFor } from '../support/lasting-faults.js';
import { areReady, killHard } from '../support/processes.js';
import { ScriptedProvider } from '../support/provider.js';

// Kafka starts again after a back-off.
jest.setTimeout(120_000);

/** Longer than a worker may be silent (3 s), shorter than a record is retried (15 s). */
const outageMs = 6_000;

describe('Kafka, unavailable while a model generates', () => {
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

  /** Asks for an answer that is complete once Kafka is gone. @param fault makes Kafka unavailable. */
  async function answerDuring(fault: () => void, stream: boolean): Promise<string> {
    const gate = Promise.withResolvers<void>();
    provider.script = { words: ['all', ' there'], gate: gate.promise };
    provider.requests.length = 0;
    const asked = provider.nextRequest();
    const body = { model: `${project.key}/m`, stream, messages: [{ role: 'user', content: 'Hi' }] };
    const answering = send('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
    await asked;
    // The caller of a stream has its first text.
    if (stream) await answering;
    // A whole answer: its worker has accepted it.
    else await sleep(1_000);
    fault();
    gate.resolve();
    return (await answering).text();
  }

  const forms: [string, boolean][] = [
    ['streamed', true],
    ['whole', false],
  ];

  it.each(forms)('delivers a complete %s answer once it answers again, generated once', async (_, stream) => {
    const text = await answerDuring(() => void freezeFor('kafka', outageMs), stream);
    expect(text).not.toContain('"error"');
    expect(text).toContain(stream ? '[DONE]' : 'all there');
    expect(provider.requests).toHaveLength(1);
  });

  it.each(forms)('is killed: the %s answer is complete or service_unavailable, generated once', async (_, stream) => {
    const text = await answerDuring(() => killHard('kafka'), stream);
    expect(text).toMatch(stream ? /\[DONE\]|"code":"service_unavailable"/ : /all there|"code":"service_unavailable"/);
    expect(provider.requests).toHaveLength(1);
  });
});
